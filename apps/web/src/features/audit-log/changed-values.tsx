import { changedValues } from './changed-values.rules.ts'

interface ChangedValuesProps {
  json: string | null
  /** The side to compare with. */
  beside: string | null
}

/** One side of a change, one value per line; null means erased. */
export function ChangedValues({ json, beside }: ChangedValuesProps) {
  if (json === null) return <span className="text-ink-2">erased</span>
  return (
    <span className="line-clamp-8 max-w-72 whitespace-normal wrap-anywhere small">
      {changedValues(json, beside).map(({ name, words }) => (
        <span key={name} className="block">
          {name && `${name}: `}
          {words}
        </span>
      ))}
    </span>
  )
}
