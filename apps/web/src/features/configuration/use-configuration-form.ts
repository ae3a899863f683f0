import type { StrandedDay } from '@arcadia/contract/admin/configuration'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDraft } from '../../forms/use-draft.ts'
import { toast } from '../../ui/toast.tsx'
import { adminConfigQuery, askStranded, saveConfig } from './admin-configuration.queries.ts'
import { bookingConfigQuery } from './configuration.queries.ts'
import {
  changedCalls,
  type Draft,
  draftOf,
  type NumberName,
  type PriceLeap,
  priceLeaps,
  refuseNumber,
  refuseSeason,
} from './configuration-draft.ts'

/**
 * The form of a page of settings. Unedited settings follow the server; settings that failed to save stay edited, and what
 * is edited stays under the page's `name` until it is saved or undone.
 */
export function useConfigurationForm(name: string, config: BookingConfig) {
  const client = useQueryClient()
  const [leaps, setLeaps] = useState<PriceLeap[]>()
  const [stranded, setStranded] = useState<StrandedDay[]>()
  const saved = draftOf(config)
  const { draft, change, forget, was } = useDraft<Draft>(name, saved)
  /** What somebody else made of it since, and the owner was told. */
  const told = useRef<Partial<Draft>>({})
  const changed = changedCalls(config, draft)
  const numberError = (name: NumberName) => refuseNumber(name, draft[name])
  const seasonError = refuseSeason(draft)
  const hasErrors =
    seasonError !== undefined ||
    changed.some(({ names }) =>
      names.some((name) => typeof draft[name] === 'string' && isNumber(name) && numberError(name)),
    )

  const save = useMutation({
    mutationFn: () => saveConfig(config, draft, { ...saved, ...was, ...told.current }),
    onSuccess: ({ config: after, failures }) => {
      client.setQueryData(adminConfigQuery.queryKey, after)
      void client.invalidateQueries({ queryKey: bookingConfigQuery.queryKey })
      setStranded(undefined)
      const left = changedCalls(after, draft).flatMap(({ names }): (keyof Draft)[] => [...names])
      forget((Object.keys(draft) as (keyof Draft)[]).filter((name) => !left.includes(name)))
      if (failures.length === 0) toast('Configuration updated')
    },
  })
  const preview = useMutation({
    mutationFn: () => askStranded(draft),
    onSuccess: (days) => (days.length > 0 ? setStranded(days) : save.mutate()),
  })

  const theirs = save.data?.theirs
  function submit() {
    save.reset()
    const found = priceLeaps(saved, draft)
    if (found.length > 0) setLeaps(found)
    else preview.mutate()
  }

  return {
    draft,
    /** The server's values. */
    saved,
    edit: change,
    numberError,
    seasonError,
    changedCount: changed.length,
    canSave: changed.length > 0 && !hasErrors,
    isSaving: save.isPending || preview.isPending,
    errors: [...(preview.error ? [preview.error.message] : []), ...(save.data?.failures ?? [])],
    dismissErrors: () => {
      save.reset()
      preview.reset()
    },
    submit,
    meanwhile:
      theirs && Object.keys(theirs).length > 0
        ? {
            keepMine() {
              Object.assign(told.current, theirs)
              submit()
            },
            takeTheirs() {
              forget(Object.keys(theirs) as (keyof Draft)[])
              save.reset()
            },
          }
        : undefined,
    /** The prices that look mistyped, while the owner is asked about them. */
    leaps,
    confirmLeaps: () => {
      setLeaps(undefined)
      preview.mutate()
    },
    /** The days saving would strand, while the owner is asked about them. */
    stranded,
    confirm: () => save.mutate(),
    goBack: () => {
      setLeaps(undefined)
      setStranded(undefined)
    },
    undo: () => forget(),
  }
}

const isNumber = (name: string): name is NumberName => !['seasonStart', 'seasonEnd', 'sharing'].includes(name)

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
