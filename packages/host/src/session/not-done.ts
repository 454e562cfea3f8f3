/** What a host gets when the person refused a page that its call needs: a plain result, never an error dressed as one (N2). */
import { MidcallError } from '@midcall/core';

export function notDone(method: string, server: string, action: 'decline' | 'cancel'): unknown {
  const sentence =
    action === 'decline'
      ? `${server} needs a page to be opened first, and the person declined. Nothing was done; do not ask again.`
      : `${server} needs a page to be opened first, and the person left it for now. Nothing was done; the call may be made again later.`;
  if (method === 'tools/call') return { content: [{ type: 'text', text: sentence }] };
  throw new MidcallError('CALL_ABORTED', sentence, { data: { action } });
}
