/** The official suite's scenarios that touch elicitation, by the revision they are run for, and what is known to warn and why. */
import type { Revision } from '@midcall/core';

export const serverScenarios: Readonly<Record<Revision, readonly string[]>> = {
  '2025-06-18': ['tools-call-elicitation'],
  '2025-11-25': [
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'server-initialize',
    'server-session-lifecycle',
    'server-sse-polling',
    'server-sse-multiple-streams',
    'tools-call-with-progress',
  ],
  '2026-07-28': [
    'server-stateless',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-unsupported-methods',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'input-required-result-validate-input',
  ],
};

/** What a client is put through, by the revision it is run for. */
export const clientScenarios: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'],
  '2026-07-28': ['request-metadata', 'sep-2322-client-request-state', 'tools_call', 'http-standard-headers'],
};

/** The legacy suite's scenarios that ask, for a server that speaks 2026-07-28 only behind the gateway. */
export const acrossToModern: readonly string[] = [
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'tools-call-sampling',
];

/** The modern suite's scenarios that ask, for a server that pushes its questions behind the gateway. */
export const acrossToLegacy: readonly string[] = (serverScenarios['2026-07-28'] ?? []).filter(name => name.startsWith('input-required'));

/** What no gateway can pass across eras, and why. */
export const beyondReach: Readonly<Record<string, string>> = {
  'input-required-result-basic-elicitation': 'it wants the literal key "user_name", and a pushing server names no keys',
};

/** Warnings that are decisions: the scenario counts as passed with exactly these. */
export const knownWarnings: Readonly<Record<string, string>> = {
  'input-required-result-ignore-extra-params':
    'answers that no sealed state asked for are ignored and the question is asked; taking them would let a host answer what nobody was shown (D3)',
};
