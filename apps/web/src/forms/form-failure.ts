import { ApiError } from '../api/call.ts'

/** The form would overwrite what somebody else saved: said at its fields and as a whole, because it asks for a choice. */
export const CHANGED_MEANWHILE = 'changed-meanwhile'

interface FormFailure {
  /** For the form as a whole. */
  message?: string
  /** For its fields, by name. */
  fields: Record<string, string>
}

/** Where to show a failed call's message: at the fields the server names, else above the form. */
export function readFormFailure(error: unknown, isField: (name: string) => boolean): FormFailure {
  if (!(error instanceof ApiError)) return { message: 'Something went wrong. Please try again.', fields: {} }
  const fields: Record<string, string> = {}
  for (const { path, message } of error.details ?? []) if (isField(path)) fields[path] ??= message
  return Object.keys(fields).length > 0 && error.code !== CHANGED_MEANWHILE
    ? { fields }
    : { message: error.message, fields }
}
