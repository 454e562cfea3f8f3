//! A server on rmcp as its guide teaches, nothing of midcall: one question as a round, one pushed, one with a page.

use rmcp::{
    ErrorData, Peer, RoleServer, ServerHandler, ServiceExt,
    handler::server::{tool::InputResponses, wrapper::Parameters},
    model::*,
    service::ElicitationError,
    tool, tool_handler, tool_router,
    transport::stdio,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[derive(Deserialize, JsonSchema)]
struct Booking {
    restaurant: String,
}

/// What the person is asked.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Guests {
    #[schemars(title = "Guests", range(min = 1, max = 12))]
    guests: u8,
    #[schemars(title = "On the terrace")]
    terrace: Option<bool>,
}
rmcp::elicit_safe!(Guests);

#[derive(Clone)]
struct Server;

fn text(said: String) -> CallToolResult {
    CallToolResult::success(vec![ContentBlock::text(said)])
}

fn message(restaurant: &str) -> String {
    format!("A table at {restaurant}: for how many?")
}

#[tool_router]
impl Server {
    #[tool(description = "Books a table")]
    async fn book_table(
        &self,
        Parameters(args): Parameters<Booking>,
        InputResponses(answers): InputResponses,
    ) -> Result<CallToolResponse, ErrorData> {
        if let Some(answer) = answers.as_ref().and_then(|all| all.get("guests")) {
            let action = answer["action"].as_str().unwrap_or("none");
            return Ok(text(format!("action={action} {}", answer["content"])).into());
        }
        let requested_schema = serde_json::from_value(json!({
            "type": "object",
            "properties": {
                "guests": { "type": "integer", "title": "Guests", "minimum": 1, "maximum": 12 },
                "terrace": { "type": "boolean", "title": "On the terrace" }
            },
            "required": ["guests"]
        }))
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let mut asked = InputRequests::new();
        asked.insert(
            "guests".into(),
            InputRequest::Elicitation(ElicitRequest::new(ElicitRequestParams::FormElicitationParams {
                meta: None,
                message: message(&args.restaurant),
                requested_schema,
            })),
        );
        Ok(InputRequiredResult::new(Some(asked), None).into())
    }

    #[tool(description = "Books a table, asking while it runs")]
    async fn push_table(&self, Parameters(args): Parameters<Booking>, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        match peer.elicit::<Guests>(message(&args.restaurant)).await {
            Ok(Some(answer)) => Ok(text(format!("action=accept {}", json!(answer)))),
            Ok(None) | Err(ElicitationError::NoContent) => Ok(text("action=accept null".into())),
            Err(ElicitationError::UserDeclined) => Ok(text("action=decline".into())),
            Err(ElicitationError::UserCancelled) => Ok(text("action=cancel".into())),
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }

    #[tool(description = "Connects a calendar")]
    async fn connect_calendar(&self, peer: Peer<RoleServer>) -> Result<CallToolResult, ErrorData> {
        let page = "https://calendar.example/consent".parse::<url::Url>().expect("a constant address");
        match peer.elicit_url("Grant access to your calendar.", page, "calendar-1").await {
            Ok(action) => Ok(text(format!("action={}", json!(action).as_str().unwrap_or("none")))),
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }
}

#[tool_handler]
impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Server.serve(stdio()).await?.waiting().await?;
    Ok(())
}
