/**
 * Spans and metrics of midcall.
 *
 * | kind | name | attributes |
 * |---|---|---|
 * | span | `midcall.call`, one per request | `midcall.method`, `midcall.name`, `midcall.era`, `midcall.round`, `midcall.outcome`, `midcall.questions` |
 * | span | `midcall.question`, from sent to answered | `midcall.method`, `midcall.era`, `midcall.action` |
 * | span | `midcall.visit`, from the page made to the page completed or given up | `midcall.era`, `midcall.page`, `midcall.outcome` |
 * | counter | `midcall.answers` | `midcall.era`, `midcall.action` |
 * | histogram, ms | `midcall.wait`, from a question to its answer | `midcall.era`, `midcall.action` |
 * | histogram | `midcall.rounds`, of a call that is over | `midcall.era`, `midcall.outcome` |
 * | counter | `midcall.visits` | `midcall.era`, `midcall.page`, `midcall.outcome` |
 * | counter | `midcall.expired` | `midcall.era` |
 * | counter | `midcall.refused` | `midcall.reason` |
 */
import type { Observer } from './observer.js';
import type { Telemetry, TelemetrySpan } from './telemetry.js';

export function observeWith({ trace, context, metrics }: Telemetry): Observer {
  const tracer = trace.getTracer('@midcall/server');
  const meter = metrics.getMeter('@midcall/server');
  const answers = meter.createCounter('midcall.answers', { description: 'Answers to questions, by action' });
  const waits = meter.createHistogram('midcall.wait', { description: 'Time from a question to its answer', unit: 'ms' });
  const rounds = meter.createHistogram('midcall.rounds', { description: 'Rounds of questions in a call that is over', unit: '{round}' });
  const visits = meter.createCounter('midcall.visits', { description: 'Pages that people were sent to, by what became of them' });
  const expired = meter.createCounter('midcall.expired', { description: 'Questions and states that nobody answered in time' });
  const refusals = meter.createCounter('midcall.refused', { description: 'Retries that were refused, by reason' });
  const inside = <T>(span: TelemetrySpan, go: () => Promise<T>): Promise<T> =>
    context === undefined || trace.setSpan === undefined ? go() : (context.with(trace.setSpan(context.active(), span), go) as Promise<T>);
  return {
    async call({ method, name, era, round }, go, ended) {
      const span = tracer.startSpan('midcall.call', {
        attributes: { 'midcall.method': method, 'midcall.name': name, 'midcall.era': era, 'midcall.round': round },
      });
      try {
        return await inside(span, go);
      } finally {
        const end = ended();
        if (end !== undefined) {
          span.setAttribute('midcall.outcome', end.outcome);
          span.setAttribute('midcall.questions', end.questions);
          // Without the message: it is the author's, and may hold what a person answered.
          if (end.outcome === 'threw' || end.outcome === 'fault') span.setStatus({ code: ERROR });
          if (end.outcome !== 'waiting') rounds.record(end.rounds, { 'midcall.era': era, 'midcall.outcome': end.outcome });
        }
        span.end();
      }
    },
    question({ method, era, action, askedAt, answeredAt }) {
      const attributes = { 'midcall.era': era, 'midcall.action': action };
      const end = Math.max(askedAt, answeredAt);
      answers.add(1, attributes);
      waits.record(end - askedAt, attributes);
      tracer
        .startSpan('midcall.question', { attributes: { 'midcall.method': method, ...attributes }, startTime: new Date(askedAt) })
        .end(new Date(end));
    },
    visit({ era, page, outcome, sentAt, endedAt }) {
      const attributes = { 'midcall.era': era, 'midcall.page': page, 'midcall.outcome': outcome };
      visits.add(1, attributes);
      tracer.startSpan('midcall.visit', { attributes, startTime: new Date(sentAt) }).end(new Date(Math.max(sentAt, endedAt)));
    },
    expired: era => expired.add(1, { 'midcall.era': era }),
    refused: reason => refusals.add(1, { 'midcall.reason': reason }),
  };
}

/** `SpanStatusCode.ERROR` */
const ERROR = 2;
