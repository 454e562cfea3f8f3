/** What each role of `npm run conformance` runs: scenario after scenario, each against what it is meant for. */
import { fileURLToPath } from 'node:url';
import { httpUpstream } from '@midcall/gateway/http';
import { childTransport } from '@midcall/gateway/node';
import { serveHttp } from '../peers/http-server.js';
import { conformanceFactory } from './fixture.js';
import { acrossToLegacy, acrossToModern, beyondReach, clientScenarios, knownWarnings, serverScenarios } from './scenarios.js';
import { serveGateway } from './serve-gateway.js';
import { runClientScenario, runScenario, type ScenarioResult, type Suite } from './suite.js';

/** One scenario, ready to run. */
export interface Run {
  readonly name: string;
  readonly scenario: string;
  readonly run: () => Promise<ScenarioResult>;
  /** Why warnings are as decided. */
  readonly warns?: string | undefined;
  /** Why it cannot pass; it is then run to see that it still cannot, and counts as neither. */
  readonly beyond?: string | undefined;
}

export interface Runs {
  readonly runs: readonly Run[];
  close(): Promise<void>;
}

export type Role = 'server' | 'client' | 'gateway';

export const roles: Readonly<Record<Role, (suite: Suite) => Promise<Runs>>> = { server, client, gateway };

async function server(suite: Suite): Promise<Runs> {
  const { url, close } = await libraryServer();
  return { runs: everyScenario(suite, '', url), close };
}

async function client(suite: Suite): Promise<Runs> {
  const command = `${process.execPath} ${here('desk-client.js')}`;
  const runs = Object.entries(clientScenarios).flatMap(([revision, scenarios]) =>
    scenarios.map(scenario => ({
      name: `${revision} ${scenario}`,
      scenario,
      run: () => runClientScenario(suite, scenario, revision, command),
    })),
  );
  return { runs, close: async () => undefined };
}

async function gateway(suite: Suite): Promise<Runs> {
  const behind = await libraryServer();
  const same = await serveGateway({ upstream: () => httpUpstream({ url: behind.url }) });
  const toModern = await serveGateway({ upstream: () => fixture('modern-only.js') });
  // The suite walks away from questions it got what it wanted of; a session that waits for such an answer serves no other call.
  const toLegacy = await serveGateway({ upstream: () => fixture('push-only.js'), limits: { sessions: 16 } });
  const across = (name: string, revision: string, scenarios: readonly string[], url: URL): Run[] =>
    scenarios.map(scenario => ({
      name: `${name} ${revision} ${scenario}`,
      scenario,
      run: () => runScenario(suite, scenario, revision, url),
      warns: knownWarnings[scenario],
      ...(name === 'to-legacy' && { beyond: beyondReach[scenario] }),
    }));
  return {
    runs: [
      ...everyScenario(suite, 'same-era ', same.url),
      ...across('to-modern', '2025-11-25', acrossToModern, toModern.url),
      ...across('to-legacy', '2026-07-28', acrossToLegacy, toLegacy.url),
    ],
    async close() {
      await Promise.all([same.close(), toModern.close(), toLegacy.close()]);
      await behind.close();
    },
  };
}

function everyScenario(suite: Suite, prefix: string, url: URL): Run[] {
  return Object.entries(serverScenarios).flatMap(([revision, scenarios]) =>
    scenarios.map(scenario => ({
      name: `${prefix}${revision} ${scenario}`,
      scenario,
      run: () => runScenario(suite, scenario, revision, url),
      warns: knownWarnings[scenario],
    })),
  );
}

async function libraryServer() {
  const changes = { tools: () => undefined, prompts: () => undefined } as { tools: () => void; prompts: () => void };
  const served = await serveHttp(conformanceFactory(changes), { legacy: 'session', resumable: true });
  changes.tools = () => served.notify.toolsChanged();
  changes.prompts = () => served.notify.promptsChanged();
  return served;
}

function fixture(file: string) {
  return childTransport({ command: process.execPath, args: [here(file)] });
}

function here(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
