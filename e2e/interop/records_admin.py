"""Python FastMCP as its guide teaches, nothing of midcall: a deletion that a dataclass form confirms."""

from dataclasses import dataclass

from fastmcp import Context, FastMCP

mcp = FastMCP("records-admin")


@dataclass
class Deletion:
    confirm: bool
    reason: str = "retention policy"


@mcp.tool
async def delete_stale_records(days: int, ctx: Context) -> str:
    answer = await ctx.elicit(f"Delete all records older than {days} days?", response_type=Deletion)
    if answer.action == "accept":
        return f"action=accept confirm={answer.data.confirm} reason={answer.data.reason}"
    return f"action={answer.action}"


if __name__ == "__main__":
    mcp.run(show_banner=False)
