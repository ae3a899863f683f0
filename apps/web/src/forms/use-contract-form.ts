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
  /** The props for a field of `ui/`: its registration and its error. */
  field: (name: FieldName) => ReturnType<ReturnType<typeof useForm<Values>>['register']> & {
    error: string | undefined
  }
  /** The error of the form as a whole. */
  error: string | undefined
  isBusy: boolean
  /** A field's current value; rerenders on change. */
  watch: (name: FieldName) => string
  /** For controls that aren't native fields. */
  set: (name: FieldName, value: string | boolean) => void
}

/**
 * A form validated by a contract schema: texts, selects and checkboxes; amounts through `typedAmount`. A field with a
 * number as default yields a number. The first wrong field takes the focus; a refusal by the server shows at the field
 * it names, else above the form. It starts with `typed`, the values typed earlier.
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
  // The button may be pressed again before it shows as busy.
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
    /** Whether anything typed isn't kept yet. */
    get isChanged() {
      return formState.isDirty
    },
    /** The typed values are now the saved ones. */
    kept: () => reset(getValues()),
    /** Back to the defaults. */
    empty: () => reset({ ...defaultValues }),
    /**
     * The form's `onSubmit`: sends the parsed values. With `onDone` it counts as a change to the page's data, and is
     * done once the page shows it.
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
