import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../api/call.ts'
import { readFormFailure } from './form-failure.ts'

/** Of a field. */
export type Name<Schema extends z.ZodMiniType> = keyof z.input<Schema> & string
type Values = Record<string, string | number | boolean>

export interface ContractForm<FieldName extends string = string> {
  /** What a field of `ui/` takes: how it is registered, and what is wrong with it. */
  field: (name: FieldName) => ReturnType<ReturnType<typeof useForm<Values>>['register']> & {
    error: string | undefined
  }
  /** What is wrong with the form as a whole. */
  error: string | undefined
  isBusy: boolean
  /** The current value of a field, kept up to date. */
  watch: (name: FieldName) => string
  /** For a control that is no field of the browser's. */
  set: (name: FieldName, value: string | boolean) => void
}

/**
 * A form that is checked by a schema of the contract: of texts, selects and checkboxes, amounts by `typedAmount`. Where the
 * default is a number, so is what is chosen. The first wrong field takes the focus; what the server refuses is shown at
 * the field it names, else over the form. It begins with what was `typed` before.
 */
export function useContractForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  defaultValues: Record<Name<Schema>, string | number | boolean>,
  typed: Partial<Values> = {},
) {
  const { register, handleSubmit, setError, setValue, getValues, watch, reset, formState } = useForm<
    Values,
    unknown,
    z.output<Schema>
  >({
    defaultValues: { ...defaultValues, ...typed },
    resolver: (values) => {
      const read = Object.entries(values).map(([name, value]) => [
        name,
        typeof defaultValues[name as Name<Schema>] === 'number' ? Number(value) : value,
      ])
      const result = z.safeDecode(schema, Object.fromEntries(read) as z.input<Schema>)
      return result.success ? { values: result.data, errors: {} } : { values: {}, errors: firstOfEach(result.error) }
    },
  })
  const { errors, isSubmitting } = formState
  // The button was pressed again before it showed as busy.
  const isSending = useRef(false)
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })

  function showFailure(error: unknown) {
    if (!(error instanceof ApiError)) reportError(error)
    const { message, fields } = readFormFailure(error, (name) => name in defaultValues)
    const [firstWrong] = Object.keys(fields)
    for (const [name, text] of Object.entries(fields)) {
      setError(name, { message: text }, { shouldFocus: name === firstWrong })
    }
    if (message) setError('root', { message })
  }

  return {
    field: (name) => ({ ...register(name), error: errors[name]?.message }),
    error: errors.root?.message,
    isBusy: isSubmitting,
    watch: (name) => String(watch(name) ?? ''),
    set: (name, value) => setValue(name as string, value, { shouldValidate: formState.isSubmitted }),
    /** Whether something was typed that is not kept. */
    get isChanged() {
      return formState.isDirty
    },
    /** What is typed now is what the server has. */
    kept: () => reset(getValues()),
    /** As it was before anything was typed. */
    empty: () => reset({ ...defaultValues }),
    /**
     * The form's `onSubmit`: sends what the schema made of the fields. With `onDone` it changes what the page has read, and
     * is done once the page shows that.
     */
    submit: <Answer>(
      send: (values: z.output<Schema>) => Promise<Answer>,
      onDone?: (answer: Answer, values: z.output<Schema>) => void,
    ) =>
      handleSubmit(async (values) => {
        if (isSending.current) return
        isSending.current = true
        const sent = onDone ? change.mutateAsync(() => send(values)) : send(values)
        await sent.then((answer) => onDone?.(answer as Answer, values)).catch(showFailure)
        isSending.current = false
      }),
  } satisfies ContractForm<Name<Schema>> & Record<'isChanged' | 'kept' | 'empty' | 'submit', unknown>
}

function firstOfEach({ issues }: z.core.$ZodError): Record<string, { type: string; message: string }> {
  const errors: Record<string, { type: string; message: string }> = {}
  for (const { path, code, message } of issues) errors[path.join('.')] ??= { type: code, message }
  return errors
}
