import { PLACEHOLDERS, type Placeholder } from '@arcadia/contract/admin/messages'
import { Button } from '../../ui/button.tsx'

const NAMES: Record<Placeholder, string> = {
  '{name}': 'Name',
  '{date}': 'Date',
  '{anglers}': 'Anglers',
  '{number}': 'Confirmation',
  '{due}': 'Balance due',
}

interface PlaceholderChipsProps {
  /** The ones that can be filled in. */
  known: readonly string[]
  /** The id of the text area. */
  of: string
  disabled?: boolean
  onType: (text: string) => void
}

/** Details of the guest, put where the cursor is; each reads its own. */
export function PlaceholderChips({ known, of, disabled, onType }: PlaceholderChipsProps) {
  function put(placeholder: Placeholder) {
    const field = document.getElementById(of) as HTMLTextAreaElement
    // Nobody has put the cursor anywhere yet.
    const at = field.selectionEnd === 0 ? field.value.length : field.selectionEnd
    field.setRangeText(placeholder, field.selectionEnd === 0 ? at : field.selectionStart, at, 'end')
    field.focus()
    onType(field.value)
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-2" disabled={disabled}>
      <legend className="sr">Details of the guest</legend>
      {PLACEHOLDERS.filter((one) => known.includes(one)).map((placeholder) => (
        <Button key={placeholder} size="sm" onClick={() => put(placeholder)}>
          {NAMES[placeholder]}
          <span className="sr">, put in as {placeholder}</span>
        </Button>
      ))}
    </fieldset>
  )
}
