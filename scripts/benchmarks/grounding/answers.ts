import { checkGrounding } from '../../../src/scorers/grounding/check/check-grounding.ts';

/** `COUNT` answers of six sentences, each checked against `KB` kilobytes of records that it brings itself. */
const BYTES = Number(process.env.KB ?? 14) * 1024;
const COUNT = Number(process.env.COUNT ?? 20);

const TOWNS = ['Arvika', 'Skagen', 'Porvoo', 'Haapsalu', 'Ventspils'];
const recordOf = (index: number): object => ({
  berth_id: `BR-${1000 + index}`,
  town: TOWNS[index % TOWNS.length],
  length_m: 6 + (index % 9),
  fee: 20 + ((index * 37) % 400) / 10,
  free_from: `2026-0${1 + (index % 9)}-1${index % 10}`,
  has_power: index % 3 === 0,
  status: index % 4 === 0 ? 'reserved' : 'free',
});
const records: object[] = [];
for (let size = 0; size < BYTES; ) {
  const record = recordOf(records.length);
  records.push(record);
  size += JSON.stringify(record).length + 1;
}
const answer = [
  'Berth BR-1003 is in Haapsalu and costs 31.10 a night.',
  'Berth BR-1001 in Skagen is 7 m long and free from 2026-02-11.',
  'BR-1002 has no power, and BR-1000 is reserved.',
  'The two together cost 43.70. I have booked BR-1001 for you.',
].join(' ');
const check = (): number =>
  checkGrounding({
    evidence: [
      { kind: 'user', content: 'Which berths are there?' },
      { kind: 'tool_result', name: 'list_berths', content: records },
    ],
    answer,
    tools: ['list_berths', 'book_berth'],
  }).claims.length;

for (let index = 0; index < 3; index += 1) check();
const before = process.cpuUsage();
const begin = process.hrtime.bigint();
for (let index = 0; index < COUNT; index += 1) check();
const wall = Number(process.hrtime.bigint() - begin) / 1e9;
const { user, system } = process.cpuUsage(before);
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ name: 'answers', count: COUNT, wall, cpu: (user + system) / 1e6, peakMb }));
