import { changedValues, changeInWords } from '@arcadia/contract/admin/change-words'

interface ChangedValuesProps {
  before: string | null
  after: string | null
}

/** What became of what, a line each. */
export function ChangedValues({ before, after }: ChangedValuesProps) {
  const values = changedValues(before, after)
  if (!values) return <span className="block small text-ink-2">Erased</span>
  return values.map((value) => (
    <span key={value.name} className="line-clamp-4 max-w-[44rem] whitespace-normal wrap-anywhere small">
      {changeInWords(value)}
    </span>
  ))
}
