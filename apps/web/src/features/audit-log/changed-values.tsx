import { changedValues, changeInWords } from '@arcadia/contract/admin/change-words'

interface ChangedValuesProps {
  before: string | null
  after: string | null
  /** What is said already, so that no value of it is repeated. */
  said?: string
}

/** What became of what, a line each. */
export function ChangedValues({ before, after, said = '' }: ChangedValuesProps) {
  const values = changedValues(before, after)
  if (!values) return <span className="block small text-ink-2">Erased</span>
  const isSaid = (words: string) => said.toLowerCase().includes(words.toLowerCase())
  const unsaid = values.filter(({ words, was }) => !isSaid(words) || (was !== undefined && !isSaid(was)))
  return unsaid.map((value) => (
    <span key={value.name} className="line-clamp-4 max-w-[44rem] whitespace-normal wrap-anywhere small">
      {changeInWords(value)}
    </span>
  ))
}
