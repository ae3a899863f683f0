const WEEKDAY = '(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat), '
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const DAY = ' \\d{1,2}(?!\\d)'
const YEAR = ', \\d{4}'
const UNITS = new RegExp(
  `\\d{1,2}:\\d{2} [AP]M|${MONTH}${DAY}${YEAR}|(?:${WEEKDAY})?${MONTH}${DAY}(?!${YEAR})|${MONTH}[a-z]*${DAY}|\\b[A-Z]{2} \\d{5}\\b|\\bending in \\d{4}\\b`,
  'g',
)

/** A sentence in which no line ends within an hour, a date, a state with its ZIP code, or the end of a card; with a year, a weekday may stand above its date, and the year below a long month. */
export const unbroken = (sentence: string): string => sentence.replace(UNITS, (unit) => unit.replaceAll(' ', '\u00a0'))
