// What every client here does: calls the tool once for each action and prints what it was asked and what came back, a line each.
const [url, tool, args, content] = process.argv.slice(2);
let action = 'accept';
let asked = [];

export const address = new URL(url);

/** Answers a question as it stands in the plan. */
export function answer(params) {
  asked.push(params.mode ?? 'form');
  return action === 'accept' && params.mode !== 'url' ? { action, content: JSON.parse(content) } : { action };
}

/** `call(tool, args)` gives the result of the tool; `end` leaves nothing running. */
export async function play(call, end) {
  for (action of ['accept', 'decline', 'cancel']) {
    asked = [];
    const result = await call(tool, JSON.parse(args)).catch(error => ({ error: String(error) }));
    process.stdout.write(`${JSON.stringify({ action, asked, said: JSON.stringify(result) })}\n`);
  }
  await end?.();
  process.exit(0);
}
