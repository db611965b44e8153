import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a host is this machine: a loopback address, also one that is mapped into IPv6, or a name that means one. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  const kind = isIP(name);
  if (kind !== 0) return LOOPBACK.check(name.replace(/%.*$/, ''), kind === 4 ? 'ipv4' : 'ipv6');
  const plain = name.replace(/\.$/, '');
  return plain === 'localhost' || plain.endsWith('.localhost');
}
