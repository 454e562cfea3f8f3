// A server on the Go SDK as its guide teaches, nothing of midcall: one question by a round of its own, one pushed, one with a page.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type booking struct {
	Restaurant string `json:"restaurant"`
}

func guests(restaurant string) *mcp.ElicitParams {
	least, most := 1.0, 12.0
	return &mcp.ElicitParams{
		Message: fmt.Sprintf("A table at %s: for how many?", restaurant),
		RequestedSchema: &jsonschema.Schema{
			Type: "object",
			Properties: map[string]*jsonschema.Schema{
				"guests":  {Type: "integer", Title: "Guests", Minimum: &least, Maximum: &most},
				"terrace": {Type: "boolean", Title: "On the terrace", Default: json.RawMessage("false")},
			},
			Required: []string{"guests"},
		},
	}
}

func said(answer *mcp.ElicitResult) *mcp.CallToolResult {
	content, _ := json.Marshal(answer.Content)
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf("action=%s %s", answer.Action, content)}}}
}

// bookTable asks the way the guide teaches for the newest revision; the SDK pushes the question to older clients.
func bookTable(_ context.Context, req *mcp.CallToolRequest, args booking) (*mcp.CallToolResult, any, error) {
	if answer, ok := req.Params.InputResponses["guests"].(*mcp.ElicitResult); ok {
		return said(answer), nil, nil
	}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"guests": guests(args.Restaurant)}}, nil, nil
}

// pushTable asks while the call is open, as servers did before.
func pushTable(ctx context.Context, req *mcp.CallToolRequest, args booking) (*mcp.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, guests(args.Restaurant))
	if err != nil {
		return nil, nil, err
	}
	return said(answer), nil, nil
}

// connectCalendar has a page opened.
func connectCalendar(_ context.Context, req *mcp.CallToolRequest, _ struct{}) (*mcp.CallToolResult, any, error) {
	if answer, ok := req.Params.InputResponses["consent"].(*mcp.ElicitResult); ok {
		return said(answer), nil, nil
	}
	return &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"consent": &mcp.ElicitParams{
		Mode:          "url",
		Message:       "Grant access to your calendar.",
		URL:           "https://calendar.example/consent",
		ElicitationID: "calendar-1",
	}}}, nil, nil
}

func newServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "booking", Version: "1.0.0"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "book_table", Description: "Books a table."}, bookTable)
	mcp.AddTool(server, &mcp.Tool{Name: "push_table", Description: "Books a table, asking while it runs."}, pushTable)
	mcp.AddTool(server, &mcp.Tool{Name: "connect_calendar", Description: "Connects a calendar."}, connectCalendar)
	return server
}

func main() {
	if len(os.Args) > 1 {
		// Sessions for the revisions of 2025; the newest is served without.
		options := &mcp.StreamableHTTPOptions{Stateless: len(os.Args) > 2}
		handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return newServer() }, options)
		log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Args[1], handler))
	}
	if err := newServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
