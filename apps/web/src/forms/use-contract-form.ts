import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../api/call.ts'
import { useOnline } from '../ui/use-online.ts'
import { BACK_ONLINE } from './form-error.tsx'
import { CHANGED_MEANWHILE, readFormFailure } from './form-failure.ts'

/** Of a field. */
export type Name<Schema extends z.ZodMiniType> = keyof z.input<Schema> & string
type Values = Record<string, string | number | boolean>

/** The choice of whoever would overwrite what somebody else saved since the form showed it (docs/rules.md §7.12). */
export interface Meanwhile {
  names: string[]
  /** Saves over it. */
  keepMine: () => void
  /** Puts what is saved into the fields. */
  takeTheirs: () => void
}

export interface ContractForm<FieldName extends string = string> {
  /** The props for a field of `ui/`: its registration and its error. */
  field: (name: FieldName) => ReturnType<ReturnType<typeof useForm<Values>>['register']> & {
    error: string | undefined
  }
  /** The error of the form as a whole. */
  error: string | undefined
  /** Sends again what got no answer. */
  retry: (() => void) | undefined
  isBusy: boolean
  /** A field's current value; rerenders on change. */
  watch: (name: FieldName) => string
  /** For controls that aren't native fields. */
  set: (name: FieldName, value: string | boolean) => void
}

/**
 * A form validated by a contract schema: texts, selects and checkboxes; amounts through `typedAmount`. A field with a
 * number as default yields a number. The first wrong field takes the focus; a refusal by the server shows at the field
 * it names, else above the form. It starts with the values that were `typed` earlier, into fields that showed what they `was`.
 */
export function useContractForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  defaultValues: Record<Name<Schema>, string | number | boolean>,
  { typed, was }: { typed?: Partial<Values>; was?: Partial<Values> } = {},
) {
  const { register, handleSubmit, setError, clearErrors, setValue, getValues, watch, reset, resetField, formState } =
    useForm<Values, unknown, z.output<Schema>>({
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
  const [firstShown] = useState(defaultValues)
  /** What the fields have shown since. */
  const laterShown = useRef<Values>({})
  const again = useRef<() => Promise<void>>(undefined)
  const [unseen, setUnseen] = useState<Values>()
  const [isCutOff, setCutOff] = useState(false)
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })

  const isOnline = useOnline()
  const sayBackOnline = useEffectEvent(() => {
    if (isCutOff && errors.root) setError('root', { message: BACK_ONLINE })
  })
  useEffect(() => {
    if (isOnline) sayBackOnline()
  }, [isOnline])

  function showFailure(error: unknown) {
    if (!(error instanceof ApiError)) reportError(error)
    const { message, fields } = readFormFailure(error, (name) => name in defaultValues)
    const [firstWrong] = Object.keys(fields)
    for (const [name, text] of Object.entries(fields)) {
      setError(name, { message: text }, { shouldFocus: name === firstWrong })
    }
    if (message) setError('root', { message })
    setCutOff(error instanceof ApiError && error.code === 'no-answer')
    if (error instanceof ApiError && error.code === CHANGED_MEANWHILE) setUnseen(valuesOf(error, firstShown))
  }

  const meanwhile = (stored: Values): Meanwhile => {
    const know = () => Object.assign(laterShown.current, stored)
    return {
      names: Object.keys(stored),
      keepMine() {
        know()
        void again.current?.()
      },
      takeTheirs() {
        know()
        for (const [name, defaultValue] of Object.entries(stored)) resetField(name, { defaultValue })
        clearErrors()
        setUnseen(undefined)
      },
    }
  }

  return {
    field: (name) => ({ ...register(name), error: errors[name]?.message }),
    error: errors.root?.message,
    retry: isCutOff ? () => void again.current?.() : undefined,
    isBusy: isSubmitting,
    watch: (name) => String(watch(name) ?? ''),
    set: (name, value) => setValue(name as string, value, { shouldValidate: formState.isSubmitted }),
    /** Whether anything typed isn't kept yet. */
    get isChanged() {
      return formState.isDirty
    },
    /** The typed values are now the saved ones. */
    kept: () => reset(getValues()),
    /** Back to the defaults. @returns what brings the typed values back */
    empty: () => {
      const before = getValues()
      reset({ ...defaultValues })
      return () => reset(before)
    },
    /**
     * The form's `onSubmit`: sends the parsed values. With `onDone` it counts as a change to the page's data, and is
     * done once the page shows it.
     */
    submit: <Answer>(
      send: (values: z.output<Schema>, shown: Values) => Promise<Answer>,
      onDone?: (answer: Answer, values: z.output<Schema>) => void,
    ) => {
      const handle = handleSubmit(async (values) => {
        if (isSending.current) return
        isSending.current = true
        setUnseen(undefined)
        setCutOff(false)
        again.current = handle
        const typedNow = getValues()
        const run = () => send(values, { ...firstShown, ...was, ...laterShown.current } as Values)
        const sent = onDone ? change.mutateAsync(run) : run()
        await sent
          .then((answer) => {
            laterShown.current = typedNow
            onDone?.(answer as Answer, values)
          })
          .catch(showFailure)
        isSending.current = false
      })
      return handle
    },
    meanwhile: unseen && meanwhile(unseen),
  } satisfies ContractForm<Name<Schema>> & Record<'isChanged' | 'kept' | 'empty' | 'submit' | 'meanwhile', unknown>
}

/** What is stored, as the fields show it. */
function valuesOf({ details = [] }: ApiError, fields: Values): Values {
  const shown = details.map(({ path, value }) => [path, value ?? (typeof fields[path] === 'boolean' ? false : '')])
  return Object.fromEntries(shown)
}

function firstOfEach({ issues }: z.core.$ZodError): Record<string, { type: string; message: string }> {
  const errors: Record<string, { type: string; message: string }> = {}
  for (const { path, code, message } of issues) errors[path.join('.')] ??= { type: code, message }
  return errors
}
