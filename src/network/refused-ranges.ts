import { BlockList, isIP, isIPv4 } from 'node:net';

type Range = { what: string; ranges: readonly string[] };

/** IPv4 addresses that no agent or model answers at, by what they are. */
const REFUSED_V4: readonly Range[] = [
  { what: 'an unspecified address', ranges: ['0.0.0.0/8'] },
  { what: 'a link-local address, where clouds serve their metadata', ranges: ['169.254.0.0/16'] },
  {
    what: "an address of a cloud's metadata service",
    ranges: ['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  },
  { what: 'a multicast address', ranges: ['224.0.0.0/4'] },
  { what: 'an address for protocols, not for hosts', ranges: ['192.0.0.0/24', '192.88.99.0/24', '240.0.0.0/4'] },
  { what: 'an address for examples in documents', ranges: ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'] },
];

/** The same for IPv6. */
const REFUSED_V6: readonly Range[] = [
  { what: 'an unspecified address', ranges: ['::/128'] },
  { what: 'a link-local address', ranges: ['fe80::/10', 'fec0::/10'] },
  {
    what: "an address of a cloud's metadata service",
    ranges: ['fd00:ec2::254/128', 'fd20:ce::254/128', 'fd00:42::42/128', 'fd00:c1::a9fe:a9fe/128'],
  },
  { what: 'a multicast address', ranges: ['ff00::/8'] },
  { what: 'an address that nobody answers at', ranges: ['100::/64'] },
  { what: 'an address for examples in documents', ranges: ['2001:db8::/32', '3fff::/20'] },
  { what: 'a Teredo address, which hides an IPv4 address', ranges: ['2001::/32'] },
  { what: 'an address of a local translator, which hides an IPv4 address', ranges: ['64:ff9b:1::/48'] },
];

/** Ways to write an IPv4 address as an IPv6 one: where its two groups stand, and whether hosts are reached that way. */
const EMBEDDINGS: readonly { name: string; range: string; group: number; isReal: boolean }[] = [
  { name: 'IPv4-mapped', range: '::ffff:0:0/96', group: 6, isReal: false },
  { name: 'IPv4-translated', range: '::ffff:0:0:0/96', group: 6, isReal: false },
  { name: 'IPv4-compatible', range: '::/96', group: 6, isReal: false },
  { name: 'NAT64', range: '64:ff9b::/96', group: 6, isReal: true },
  { name: '6to4', range: '2002::/16', group: 1, isReal: true },
];

const PRIVATE_V4 = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'];

const refusedV4 = REFUSED_V4.map(({ what, ranges }) => ({ what, list: listOf(ranges) }));
const refusedV6 = REFUSED_V6.map(({ what, ranges }) => ({ what, list: listOf(ranges) }));
const embeddings = EMBEDDINGS.map((embedding) => ({ ...embedding, list: listOf([embedding.range]) }));
const privateV4 = listOf(PRIVATE_V4);
const loopback = listOf(['127.0.0.0/8', '::1/128']);

/**
 * Why nothing is sent to an IP address, in words that follow "is"; undefined for an address that may be reached. Loopback
 * and private addresses may be: local servers are normal. An IPv4 address in the clothes of an IPv6 one may only where
 * networks do that themselves, and then only a public one. Sources: the IANA special-purpose address registries, RFC 6052,
 * RFC 3056, and the metadata addresses that the large clouds document.
 */
export function reasonAgainstAddress(address: string): string | undefined {
  const plain = address.replace(/%.*$/, '');
  if (isIPv4(plain)) return refusedV4.find(({ list }) => list.check(plain, 'ipv4'))?.what;
  if (isIP(plain) === 0) return 'no IP address';
  if (isLoopbackAddress(plain)) return undefined;
  const refused = refusedV6.find(({ list }) => list.check(plain, 'ipv6'));
  if (refused !== undefined) return refused.what;
  const embedding = embeddings.find(({ list }) => list.check(plain, 'ipv6'));
  if (embedding === undefined) return undefined;
  const hidden = hiddenAddress(plain, embedding.group);
  const isPublic = refusedV4.every(({ list }) => !list.check(hidden, 'ipv4')) && !privateV4.check(hidden, 'ipv4');
  return embedding.isReal && isPublic ? undefined : `\`${hidden}\` in disguise (${embedding.name})`;
}

/** Whether an IP address is this machine itself, plainly written. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  // A list of IPv4 ranges also matches addresses that are mapped into IPv6.
  if (isIPv4(plain)) return loopback.check(plain, 'ipv4');
  return isIP(plain) === 6 && groupsOf(plain).join(':') === '0:0:0:0:0:0:0:1';
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** The IPv4 address that the two groups from `group` on spell. */
function hiddenAddress(address: string, group: number): string {
  const [high = 0, low = 0] = groupsOf(address)
    .slice(group, group + 2)
    .map((digits) => Number.parseInt(digits, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address, without leading zeros; the parser of URLs writes it in its one short form. */
function groupsOf(address: string): string[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
