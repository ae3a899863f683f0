/** For `ilike`: the words anywhere, wild cards meaning themselves; null when nothing is looked for. */
export function searchPattern(q: string | undefined): string | null {
  return q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null
}
