/** The words of an argument's name: `orderId`, `order_id` and `order-id` are `order`, `id`. */
function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const ofRecords =
  /^(?:(?:id|number|code|ref|reference|sku|uuid|guid|barcode|iban|zip|zipcode|postcode|phone|mobile)s?|nos?|nrs?)$/;
/** What is counted or walked through, which is no record: `page_number`, `exit_code`. */
const ofPositions =
  /^(?:page|line|row|column|step|week|sequence|position|version|attempt|chapter|exit|status|error|return)$/;

/** Nobody reckons an id, a number to call or a postal code, and even a small one is said by somebody. */
export function isKeyOfRecord(key: string): boolean {
  const words = wordsOf(key);
  const last = words.at(-1) ?? '';
  if (!ofRecords.test(last) || ofPositions.test(words.at(-2) ?? '')) return false;
  // `number` alone, and `no`, are as often a count or a choice.
  return words.length > 1 || !/^(?:numbers?|nos?|nrs?)$/.test(last);
}

/** Sums of money, by name. */
export function isAmount(key: string): boolean {
  return /amount|price|total|cents?|minor|fee|cost|refund/i.test(key);
}

const ofThings =
  /^(?:recipients?|addressees?|receiver|to|cc|bcc|sender|payees?|beneficiary|contact|customer|user|username|person|passenger|guest|owner|assignee|author|name|firstname|lastname|surname|email|address|street|city|town|state|country|region|location|place|origin|destination|airport|station|account|card|currency|date|time|day|amount|price|url|link|path|file|filename)$/;

/** Arguments that name a person, a place or another thing: a sentence in one is no free text. */
export function isNameOfThing(key: string): boolean {
  return isKeyOfRecord(key) || ofThings.test(wordsOf(key).at(-1) ?? '');
}

const ofPeopleAndPlaces =
  /^(?:recipient|sender|payee|beneficiary|contact|customer|person|passenger|guest|name|firstname|lastname|surname|street|city|town|state|province|district|country|region|location|place|origin|destination|from|to|airport|station|hotel|language)$/;

/** Arguments whose values are written differently in each script. */
export function isNameOfPersonOrPlace(key: string): boolean {
  return ofPeopleAndPlaces.test(wordsOf(key).at(-1) ?? '');
}

const ofRequests = /^(?:idempotency|idempotent|request|trace|span|correlation|nonce|dedup|deduplication|transaction)$/;
const generated = /^(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{16,64}|[\da-hjkmnp-tv-z]{26})$/i;

/** A key that a program makes for one request, by the argument's name and the value's form: a UUID, hexadecimal digits, a ULID. */
export function isGeneratedKey(key: string, value: string): boolean {
  const words = wordsOf(key);
  const isRequest =
    words.length > 1 ? ofRequests.test(words.at(-2) ?? '') : /^(?:nonce|traceparent)$/.test(words[0] ?? '');
  return isRequest && generated.test(value.trim());
}

const paging = /^(?:limit|offset|page|page size|page number|per page|top k|max results|num results|batch size|skip)$/;

/** How much of a result is asked for, and from where on. */
export function isPaging(key: string): boolean {
  return paging.test(wordsOf(key).join(' '));
}

const ofTickers = /^(?:ticker|tickers|symbol|symbols|stock|stocks|airport|icao|station|origin|destination)$/;

/** Arguments whose codes have more than three letters: `AAPL`, `EDDF`. */
export function isNameOfCode(key: string): boolean {
  return ofTickers.test(wordsOf(key).at(-1) ?? '');
}
