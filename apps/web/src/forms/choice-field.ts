import type { ContractForm } from './use-contract-form.ts'

/**
 * The props of a choice's radios, whose error nothing shows. `unasked` names the field that an answer does not ask for: it is
 * emptied, because what is wrong with it would stop the form unseen.
 */
export function choiceField<Name extends string>(
  form: Pick<ContractForm<Name>, 'field' | 'set'>,
  name: Name,
  unasked: (answer: string) => Name | false,
) {
  const { error: _, onChange, ...field } = form.field(name)
  return {
    ...field,
    onChange(event: Parameters<typeof onChange>[0]) {
      const changed = onChange(event)
      const emptied = unasked((event.target as HTMLInputElement).value)
      if (emptied) form.set(emptied, '')
      return changed
    },
  }
}
