type Unit = { name: RegExp; converts: readonly ((value: number) => number)[] };

const times = (factor: number) => (value: number) => value * factor;
/** How one unit is written behind its number, and what the same amount is in the units of the other system. */
const units: readonly Unit[] = [
  { name: /^ ?(?:°F|F\b|degrees F|fahrenheit|华氏)/i, converts: [(value) => ((value - 32) * 5) / 9] },
  { name: /^ ?(?:°C|C\b|degrees C|celsius|摄氏|度)/i, converts: [(value) => (value * 9) / 5 + 32] },
  { name: /^ ?(?:miles?|mi)\b|^ ?英里/i, converts: [times(1.609344), times(1609.344)] },
  { name: /^ ?(?:kilomet(?:er|re)s?|kms?)\b|^ ?公里/i, converts: [times(1 / 1.609344)] },
  { name: /^ ?(?:pounds?|lbs?)\b|^ ?磅/i, converts: [times(0.45359237), times(453.59237)] },
  { name: /^ ?(?:kilograms?|kilos?|kgs?)\b|^ ?公斤/i, converts: [times(1 / 0.45359237)] },
  { name: /^ ?(?:ounces?|oz)\b/i, converts: [times(28.349523), times(29.57353)] },
  { name: /^ ?(?:inch(?:es)?|in)\b(?= ?[.,;x×)]|$)|^ ?英寸/i, converts: [times(2.54), times(25.4)] },
  { name: /^ ?(?:centimet(?:er|re)s?|cm)\b|^ ?厘米/i, converts: [times(1 / 2.54), times(1 / 30.48)] },
  { name: /^ ?(?:feet|foot|ft)\b|^ ?英尺/i, converts: [times(0.3048), times(30.48)] },
  { name: /^ ?met(?:er|re)s?\b|^ ?米/i, converts: [times(1 / 0.3048), times(1 / 0.9144)] },
  { name: /^ ?(?:gallons?|gal)\b|^ ?加仑/i, converts: [times(3.785412)] },
  { name: /^ ?lit(?:er|re)s?\b|^ ?升/i, converts: [times(1 / 3.785412)] },
];

/** What a number is in other units of measurement, by the text behind it: about 20 of 68 in "68°F". */
export function convertedValues(value: number, behind: string): readonly number[] {
  const unit = behind.replace(/^-/, ' ');
  return units
    .filter(({ name }) => name.test(unit))
    .flatMap(({ converts }) => converts.map((convert) => convert(value)));
}
