/** Which questions the list shows: of one server, and in the history of one kind of ending. */
import type { QuestionView } from '@midcall/core/contract';
import { showText } from '@midcall/core/inspect';
import type { Say, WordKey } from '@midcall/core/words';
import { html, nothing, type TemplateResult } from 'lit';
import type { Row } from './rows.js';

const ENDINGS = {
  answered: 'endedAnswered',
  declined: 'endedDeclined',
  unanswered: 'endedUnanswered',
} as const satisfies Record<string, WordKey>;

type Ending = keyof typeof ENDINGS;

export class Filter {
  readonly #redraw: () => void;
  #server = '';
  #ending: Ending | '' = '';

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  /** @param history whether the rows have ended */
  choose(rows: readonly Row[], history: boolean): readonly Row[] {
    return rows.filter(
      ({ questions }) =>
        (this.#server === '' || questions[0]?.server.name === this.#server) &&
        (!history || this.#ending === '' || questions.some(question => endingOf(question) === this.#ending)),
    );
  }

  /** Offered once there is something to tell apart. */
  draw(say: Say, rows: readonly Row[], history: boolean): TemplateResult | typeof nothing {
    const servers = [...new Set(rows.map(row => row.questions[0]?.server.name ?? ''))].sort();
    const endings = history ? new Set(rows.flatMap(row => row.questions.map(endingOf))) : new Set<Ending>();
    const byServer = servers.length > 1 || this.#server !== '';
    const byEnding = endings.size > 1 || (history && this.#ending !== '');
    if (!byServer && !byEnding) return nothing;
    return html`<div class="filter">
      ${
        byServer
          ? this.#drawSelect(
              say('filterServers'),
              this.#server,
              [['', say('allServers')], ...servers.map(name => [name, showText(name)] as const)],
              value => {
                this.#server = value;
              },
            )
          : nothing
      }
      ${
        byEnding
          ? this.#drawSelect(
              say('filterEndings'),
              this.#ending,
              [['', say('allEndings')], ...(Object.keys(ENDINGS) as Ending[]).map(each => [each, say(ENDINGS[each])] as const)],
              value => {
                this.#ending = value as Ending | '';
              },
            )
          : nothing
      }
    </div>`;
  }

  #drawSelect(
    label: string,
    chosen: string,
    options: readonly (readonly [value: string, text: string])[],
    onChoose: (value: string) => void,
  ): TemplateResult {
    return html`<label>
      <span class="unseen">${label}</span>
      <select
        @change=${(event: Event) => {
          onChoose((event.currentTarget as HTMLSelectElement).value);
          this.#redraw();
        }}
      >
        ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
      </select>
    </label>`;
  }
}

function endingOf({ action }: QuestionView): Ending {
  return action === 'accept' ? 'answered' : action === 'decline' ? 'declined' : 'unanswered';
}
