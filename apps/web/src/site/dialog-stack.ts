import type { DialogName, DialogOptions } from '../dialogs.ts'

export interface OpenDialog<Name extends DialogName = DialogName> {
  name: Name
  options: DialogOptions[Name]
}

/** Sign-in and sign-up replace each other and never stack. */
const takesPlaceOf: Partial<Record<DialogName, DialogName>> = { 'sign-in': 'sign-up', 'sign-up': 'sign-in' }

/** The open dialogs, topmost last, after another one is opened; one that is open already comes to the top again. */
export function openOver(stack: readonly OpenDialog[], dialog: OpenDialog): OpenDialog[] {
  return [...stack.filter(({ name }) => name !== dialog.name && name !== takesPlaceOf[dialog.name]), dialog]
}
