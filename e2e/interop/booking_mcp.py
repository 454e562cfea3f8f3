"""The plain Python SDK as its guide teaches, nothing of midcall: a question resolved before the tool, one asked in it, a page."""

import sys
from typing import Annotated

from mcp.server import MCPServer
from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

server = MCPServer("booking")


class Guests(BaseModel):
    guests: int = Field(title="Guests", ge=1, le=12)
    terrace: bool = Field(default=False, title="On the terrace")


def how_many(restaurant: str) -> Elicit[Guests]:
    return Elicit(f"A table at {restaurant}: for how many?", Guests)


def said(answer: ElicitationResult[Guests]) -> str:
    return f"action={answer.action} {answer.data.model_dump_json() if isinstance(answer, AcceptedElicitation) else ''}"


@server.tool()
async def book_table(restaurant: str, answer: Annotated[ElicitationResult[Guests], Resolve(how_many)]) -> str:
    """Books a table."""
    return said(answer)


@server.tool()
async def push_table(restaurant: str, ctx: Context) -> str:
    """Books a table, asking while it runs."""
    return said(await ctx.elicit(f"A table at {restaurant}: for how many?", Guests))


@server.tool()
async def connect_calendar(ctx: Context) -> str:
    """Connects a calendar."""
    answer = await ctx.elicit_url("Grant access to your calendar.", "https://calendar.example/consent", "calendar-1")
    return f"action={answer.action}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
    else:
        server.run()
