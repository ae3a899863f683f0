/** The values as `status: PENDING`, one a line. */
export function ChangedValues({ json }: { json: string | null }) {
  if (json === null) return <span className="block small text-ink-2">blanked</span>
  const value: unknown = JSON.parse(json)
  if (typeof value !== 'object' || value === null)
    return <span className="block small text-ink-2">{value === null ? '–' : json}</span>
  return (
    <span className="line-clamp-8 max-w-72 whitespace-normal wrap-anywhere small">
      {Object.entries(value).map(([name, one]) => (
        <span key={name} className="block">
          {name}: {inWords(one)}
        </span>
      ))}
    </span>
  )
}

function inWords(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.map(inWords).join(', ') : 'none'
  if (value === null) return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
