/**
 * Which addresses a webhook may reach (D35). Link-local, multicast and the services by which clouds hand out credentials:
 * never. This machine and private networks: where the operator said so for this very channel.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** True if nothing may be sent there. Takes an IP address, v4 or v6; anything else is forbidden. */
export function isForbidden(address: string, mayBePrivate: boolean): boolean {
  const inner = isIPv6(address) ? embedded(address) : undefined;
  if (inner !== undefined) return isForbidden(inner, mayBePrivate);
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  if (family === undefined || NEVER.check(address, family)) return true;
  return !mayBePrivate && PRIVATE.check(address, family);
}

const NEVER = blocks([
  '0.0.0.0/8',
  '169.254.0.0/16', // link-local; 169.254.169.254 and .170.2 hand out credentials
  '192.0.0.192/32', // Oracle Cloud
  '100.100.100.200/32', // Alibaba Cloud
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  'fd00:ec2::/32', // AWS over IPv6
  'fd20:ce::/32', // Google Cloud over IPv6
  '2001::/32', // Teredo, 6to4 and local NAT64 wrap addresses of their own choice
  '2002::/16',
  '64:ff9b:1::/48',
]);

const PRIVATE = blocks([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '::1/128',
  'fc00::/7',
]);

function blocks(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits = ''] = subnet.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** The IPv4 address inside a mapped (`::ffff:`), compatible (`::`) or NAT64 (`64:ff9b::`) one. */
function embedded(address: string): string | undefined {
  const groups = expand(address);
  const head = groups.slice(0, 6).join(':');
  if (!['0:0:0:0:0:ffff', '0:0:0:0:0:0', '64:ff9b:0:0:0:0'].includes(head)) return undefined;
  const [high = 0, low = 0] = groups.slice(6).map(group => Number.parseInt(group, 16));
  if (head === '0:0:0:0:0:0' && high === 0 && low <= 1) return undefined; // `::` and `::1` are themselves
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Eight groups, without leading zeros. */
function expand(address: string): readonly string[] {
  const bare = (address.split('%')[0] ?? '').toLowerCase();
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(bare);
  const text =
    dotted === null
      ? bare
      : `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`;
  const [left = '', right] = text.split('::');
  const groups = (half: string): string[] => (half === '' ? [] : half.split(':').map(group => Number.parseInt(group, 16).toString(16)));
  const before = groups(left);
  const after = right === undefined ? [] : groups(right);
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
