import type { ChangeEvent } from 'react'
import type * as z from 'zod/mini'
import { useContractForm } from './use-contract-form.ts'
import { useDraft } from './use-draft.ts'

/** `useContractForm`, where what is typed into these fields is kept as by `useDraft`, until `empty`. */
export function useDraftForm<Schema extends z.ZodMiniType, Kept extends keyof z.input<Schema> & string>(
  name: string,
  schema: Schema,
  defaultValues: Parameters<typeof useContractForm<Schema>>[1],
  kept: readonly Kept[],
) {
  const stored = Object.fromEntries(kept.map((one) => [one, defaultValues[one]])) as Record<Kept, string>
  const { draft, change, forget, isChanged } = useDraft(name, stored)
  const form = useContractForm(schema, defaultValues, draft)
  const keep = (field: string, value: string | boolean) =>
    kept.includes(field as Kept) && change({ [field]: value } as typeof stored)
  return {
    ...form,
    field: (field: keyof z.input<Schema> & string) => {
      const registered = form.field(field)
      return {
        ...registered,
        onChange(event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) {
          keep(field, event.target.value)
          return registered.onChange(event)
        },
      }
    },
    set: (field: keyof z.input<Schema> & string, value: string | boolean) => {
      keep(field, value)
      form.set(field, value)
    },
    isDraft: isChanged(),
    empty: () => {
      forget()
      form.empty()
    },
  }
}
