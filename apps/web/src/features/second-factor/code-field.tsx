import type { ContractForm } from '../../forms/use-contract-form.ts'
import type { FieldTexts } from '../../ui/field.tsx'
import { TextField } from '../../ui/field.tsx'

/** The two-step code. Takes the focus when it appears, because it is the next thing to do. */
export function CodeField({ form, help }: { form: ContractForm<'code'>; help: FieldTexts['help'] }) {
  return (
    <div ref={focusInside}>
      <TextField
        {...form.field('code')}
        label="Code"
        help={help}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </div>
  )
}

/** Outside the component, so that it runs once. */
function focusInside(element: HTMLElement | null) {
  element?.querySelector('input')?.focus()
}
