import { describe, expect, it } from 'vitest';
import { gatewayMetrics } from './gateway-metrics.js';

describe('what the gateway counts', () => {
  it('is whole Prometheus text: every family has its type, every histogram its sum and count', () => {
    let ms = 0;
    const metrics = gatewayMetrics(() => ms);
    const records = metrics.observer('Records "x"\n');
    records.serverOpened?.();
    const call = records.request?.({ method: 'tools/call', era: 'modern', trace: {} });
    const lost = records.request?.({ method: 'tools/call', era: 'legacy', trace: {} });
    const question = records.question?.({ where: 'desk', mode: 'url' });
    metrics.event('Records', { level: 'error', event: 'upstream-exited', message: 'PLANTED' });
    metrics.response(401);
    ms = 20_000;
    call?.end('ok');
    question?.('expired');
    const text = metrics.text({ openRequests: 2, sessions: 1, servers: [{ name: 'Records', hosts: 3, suspended: 4 }] });
    ms = 2_000_000;
    lost?.end('lost');
    for (const line of [
      'midcall_calls_total{server="Records \\"x\\"\\n",method="tools/call",era="modern",outcome="ok"} 1',
      'midcall_call_seconds_bucket{server="Records \\"x\\"\\n",method="tools/call",le="15"} 0',
      'midcall_call_seconds_bucket{server="Records \\"x\\"\\n",method="tools/call",le="60"} 1',
      'midcall_call_seconds_sum{server="Records \\"x\\"\\n",method="tools/call"} 20',
      'midcall_calls_open{server="Records \\"x\\"\\n"} 1',
      'midcall_questions_total{server="Records \\"x\\"\\n",where="desk",mode="url",outcome="expired"} 1',
      'midcall_questions_open{server="Records \\"x\\"\\n",where="desk"} 0',
      'midcall_server_starts_total{server="Records \\"x\\"\\n"} 1',
      'midcall_server_exits_total{server="Records"} 1',
      'midcall_calls_suspended{server="Records"} 4',
      'midcall_hosts{server="Records"} 3',
      'midcall_sessions 1',
      'midcall_http_requests_open 2',
      'midcall_http_responses_total{status="401"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).not.toContain('PLANTED');
    expect(text.endsWith('\n')).toBe(true);
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name);
    for (const line of text.split('\n').filter(one => one !== '' && !one.startsWith('#')))
      expect(families.some(name => line.startsWith(name))).toBe(true);
    const later = metrics.text({ openRequests: 0, sessions: 0, servers: [] });
    expect(later).toContain('midcall_calls_lost_total{server="Records \\"x\\"\\n"} 1');
    expect(later).toContain('midcall_call_seconds_bucket{server="Records \\"x\\"\\n",method="tools/call",le="900"} 1\n');
    expect(later).toContain('le="+Inf"} 2\n');
  });
});
