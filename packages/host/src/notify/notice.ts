/**
 * What a channel is told: who asks, for which tool, and where to answer. Nothing by which one could answer, and no address
 * that lets anybody in (D35).
 */
import type { QuestionView } from '@midcall/core/contract';
import type { Say } from '@midcall/core/words';
import type { Channel } from '../policy/policy-config.js';
import { defang } from './defang.js';

export interface Notice {
  readonly type: 'question' | 'test';
  /** The operator's name. */
  readonly server: string;
  readonly tool?: string;
  /** The inbox, without any token. */
  readonly link?: string;
  /** The server's message, made harmless. */
  readonly text?: string;
}

/** A request as it goes out; its address and headers may be secrets. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the operator allowed private addresses for it. */
  readonly private: boolean;
}

export interface NoticeOptions {
  readonly link: string | undefined;
  readonly text: boolean;
}

export function noticeOf({ server, call, message }: QuestionView, { link, text }: NoticeOptions): Notice {
  return {
    type: 'question',
    server: server.name,
    ...(call !== undefined && { tool: defang(call.name, 100) }),
    ...(link !== undefined && { link }),
    ...(text && { text: defang(message) }),
  };
}

export function toRequest(channel: Channel, notice: Notice, say: Say): OutgoingRequest {
  const { url, body } = SHAPES[channel.kind](channel.url, notice, say);
  const headers = {
    'content-type': 'application/json',
    ...(channel.token !== undefined && { authorization: `Bearer ${channel.token}` }),
  };
  return { url, headers, body: JSON.stringify(body), private: channel.private };
}

type Shape = (url: string, notice: Notice, say: Say) => { readonly url: string; readonly body: unknown };

const SHAPES = {
  webhook: (url, notice) => ({ url, body: { v: 1, ...notice } }),
  slack: (url, notice, say) => {
    const title = titleOf(notice, say);
    const lines = [title, ...linesOf(notice, say), ...(notice.link === undefined ? [] : [notice.link])];
    return {
      url,
      // Plain text blocks know no markup; the text in front of them is what a phone shows, and names the server only.
      body: {
        text: escapeSlack(title),
        mrkdwn: false,
        unfurl_links: false,
        unfurl_media: false,
        blocks: [{ type: 'section', text: { type: 'plain_text', emoji: false, text: lines.join('\n') } }],
      },
    };
  },
  ntfy: (url, notice, say) => {
    const at = url.lastIndexOf('/');
    return {
      url: url.slice(0, at + 1),
      body: {
        topic: url.slice(at + 1),
        title: titleOf(notice, say),
        message: linesOf(notice, say).join('\n'),
        ...(notice.link !== undefined && { click: notice.link }),
      },
    };
  },
} as const satisfies Record<Channel['kind'], Shape>;

function titleOf({ type, server }: Notice, say: Say): string {
  return type === 'test' ? say('notifyTest') : say('asks', { server });
}

function linesOf({ tool, text }: Notice, say: Say): readonly string[] {
  return [...(tool === undefined ? [] : [`${say('whileRunning')} ${tool}`]), ...(text === undefined ? [] : [text])];
}

/** What Slack takes for markup even where markup is off. */
function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
