import type { DialogName, DialogOptions } from '../dialogs.ts'

export interface OpenDialog<Name extends DialogName = DialogName> {
  name: Name
  options: DialogOptions[Name]
}

/** Sign-in and sign-up replace each other and never stack. */
const takesPlaceOf: Partial<Record<DialogName, DialogName>> = { 'sign-in': 'sign-up', 'sign-up': 'sign-in' }

/** The open dialogs after opening another, topmost last; reopening one brings it to the top. */
export function openOver(stack: readonly OpenDialog[], dialog: OpenDialog): OpenDialog[] {
  return [...stack.filter(({ name }) => name !== dialog.name && name !== takesPlaceOf[dialog.name]), dialog]
}
