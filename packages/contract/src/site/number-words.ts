const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
/** `four`; digits above twelve. */
export const numberWord = (count: number) => NUMBERS[count] ?? String(count)

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
