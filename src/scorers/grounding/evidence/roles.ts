const STARTS = new Set(
  'from origin source src start starts starting begin begins departure depart departs departing departed sender shipper consignor pickup opens open opening checkin payer leaves leave leaving since'.split(
    ' ',
  ),
);
const ENDS = new Set(
  'to destination dest dst target end ends ending arrival arrive arrives arriving arrived receiver recipient consignee dropoff close closes closing checkout payee beneficiary until'.split(
    ' ',
  ),
);
const CHINESE_START =
  /始发|出发|起点|起始|起飞|发件|寄件|寄出|付款人|付款方|付款账|转出|开始|开门|入住|取车|上车|发货地|调出/;
const CHINESE_END = /目的|到达|终点|终到|降落|抵达|收件|收货|收款|转入|结束|关门|退房|离店|还车|下车|调入/;

/** Whether a key tells where something starts or ends: `origin_city`, `toAccount`, `pickup_at`, 始发. */
export function roleOf(key: string): 'start' | 'end' | undefined {
  if (CHINESE_START.test(key)) return 'start';
  if (CHINESE_END.test(key)) return 'end';
  const words = key
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/(pick|drop|check)[_-](up|off|in|out)/, '$1$2')
    .split(/[^a-z]+/);
  const isStart = words.some((word) => STARTS.has(word));
  const isEnd = words.some((word) => ENDS.has(word));
  return isStart === isEnd ? undefined : isStart ? 'start' : 'end';
}

export type RoleReader = typeof roleOf;

/** Remembers what it has read: results repeat their keys. */
export function roleReader(): RoleReader {
  const known = new Map<string, ReturnType<RoleReader>>();
  return (key) => {
    if (known.has(key)) return known.get(key);
    const role = roleOf(key);
    known.set(key, role);
    return role;
  };
}
