/**
 * The hours in a text that a guest reads and that name no zone (docs/rules.md §1.8). A range names it once, at its end, as in
 * "8:00 AM to 12:00 PM Eastern".
 */
export function hoursWithoutZone(text: string): string[] {
  return text.match(/\b\d{1,2}(:\d{2})?\s[AP]M\b(?!\sEastern| to \d{1,2}:\d{2}\s[AP]M\sEastern)/g) ?? []
}
