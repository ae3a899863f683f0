import type { StrandedDay } from '@arcadia/contract/admin/configuration'
import type { BookingConfig } from '@arcadia/contract/configuration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { wordsOf } from '../../api/call.ts'
import { toast } from '../../ui/toast.tsx'
import { adminConfigQuery, askStranded, saveConfig } from './admin-configuration.queries.ts'
import { bookingConfigQuery } from './configuration.queries.ts'
import {
  changedCalls,
  type Draft,
  draftOf,
  type NumberName,
  refuseNumber,
  refuseSeason,
} from './configuration-draft.ts'

/** The form of the Configuration tab. Unedited settings follow the server; settings that failed to save stay edited. */
export function useConfigurationForm(config: BookingConfig) {
  const client = useQueryClient()
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const [stranded, setStranded] = useState<StrandedDay[]>()
  const saved = draftOf(config)
  const draft: Draft = { ...saved, ...edits }
  const changed = changedCalls(config, draft)
  const numberError = (name: NumberName) => refuseNumber(name, draft[name])
  const seasonError = refuseSeason(draft)
  const hasErrors =
    seasonError !== undefined ||
    changed.some(({ names }) =>
      names.some((name) => typeof draft[name] === 'string' && isNumber(name) && numberError(name)),
    )

  const save = useMutation({
    mutationFn: () => saveConfig(config, draft),
    onSuccess: ({ config: after, failures }) => {
      client.setQueryData(adminConfigQuery.queryKey, after)
      void client.invalidateQueries({ queryKey: bookingConfigQuery.queryKey })
      setStranded(undefined)
      const left = changedCalls(after, draft).flatMap(({ names }) => [...names])
      setEdits(Object.fromEntries(left.map((name) => [name, draft[name]])))
      if (failures.length === 0) toast('Configuration updated')
    },
  })
  const preview = useMutation({
    mutationFn: () => askStranded(draft),
    onSuccess: (days) => (days.length > 0 ? setStranded(days) : save.mutate()),
  })

  return {
    draft,
    /** The server's values. */
    saved,
    edit: (edit: Partial<Draft>) => setEdits((before) => ({ ...before, ...edit })),
    numberError,
    seasonError,
    changedCount: changed.length,
    canSave: changed.length > 0 && !hasErrors,
    isSaving: save.isPending || preview.isPending,
    errors: [...(preview.error ? [wordsOf(preview.error)] : []), ...(save.data?.failures ?? [])],
    dismissErrors: () => {
      save.reset()
      preview.reset()
    },
    submit: () => {
      save.reset()
      preview.mutate()
    },
    /** The days saving would strand, while the owner is asked about them. */
    stranded,
    confirm: () => save.mutate(),
    goBack: () => setStranded(undefined),
    undo: () => setEdits({}),
  }
}

const isNumber = (name: string): name is NumberName => !['seasonStart', 'seasonEnd', 'sharing'].includes(name)

export type ConfigurationForm = ReturnType<typeof useConfigurationForm>
