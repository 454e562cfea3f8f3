import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitFormRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.ElicitUrlRequest;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A server on the Java SDK as its guide teaches, nothing of midcall: a form, and a page. */
public final class Asks {
  private Asks() {}

  public static void main(String[] args) {
    Tool book =
        Tool.builder("book_table", schema(Map.of("restaurant", Map.of("type", "string")), List.of("restaurant")))
            .description("Books a table.")
            .build();
    Tool calendar = Tool.builder("connect_calendar", schema(Map.of(), List.of())).description("Connects a calendar.").build();
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("booking", "1.0.0")
        .requestTimeout(Duration.ofMinutes(10))
        .capabilities(ServerCapabilities.builder().tools(true).build())
        .toolCall(book, Asks::bookTable)
        .toolCall(calendar, Asks::connectCalendar)
        .build();
  }

  private static CallToolResult bookTable(McpSyncServerExchange exchange, CallToolRequest request) {
    Map<String, Object> fields =
        Map.of(
            "guests", Map.of("type", "integer", "title", "Guests", "minimum", 1, "maximum", 12),
            "terrace", Map.of("type", "boolean", "title", "On the terrace", "default", false));
    String message = "A table at " + request.arguments().get("restaurant") + ": for how many?";
    return ask(exchange, ElicitFormRequest.builder(message, schema(fields, List.of("guests"))).build());
  }

  private static CallToolResult connectCalendar(McpSyncServerExchange exchange, CallToolRequest request) {
    return ask(
        exchange,
        ElicitUrlRequest.builder("Grant access to your calendar.", "https://calendar.example/consent", "calendar-1").build());
  }

  private static CallToolResult ask(McpSyncServerExchange exchange, ElicitRequest question) {
    ElicitResult answer = exchange.createElicitation(question);
    String content = answer.content() == null ? "" : answer.content().toString();
    return CallToolResult.builder().addTextContent("action=" + answer.action().toString().toLowerCase() + " " + content).build();
  }

  private static Map<String, Object> schema(Map<String, Object> properties, List<String> required) {
    return Map.of("type", "object", "properties", properties, "required", required);
  }
}
