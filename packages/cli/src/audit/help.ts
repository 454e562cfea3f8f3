/** What `--help` says of `audit`. */
export const AUDIT_HELP = {
  audit: {
    summary: 'What happened to every question: prove that nothing was changed, export it, delete what people answered.',
    after: `
Examples
  midcall audit verify
  midcall audit verify --anchors /mnt/log/midcall.anchors
  midcall audit export --since 7d --server Records
  midcall audit export --format csv --output november.csv --since 2026-11-01
  midcall audit redact --principal alice --dry-run
  midcall audit redact --until 90d --yes

Answers are kept only where midcall.policy.json says so ("audit": { "values":
"hash" } or "clear"), and never those to a question for a secret. Redacting
deletes what was read and answered; the rows stay, and still verify.
Status 6 means that something was changed or is missing.`,
  },
} as const;
