import type { BookingConfig } from '@arcadia/contract/configuration'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/call.ts'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { OthersChange } from '../../forms/others-change.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { SettingsHistory } from '../audit-log/settings-history.tsx'
import { adminConfigQuery } from './admin-configuration.queries.ts'
import type { Draft } from './configuration-draft.ts'
import { PriceLeapDialog } from './price-leap-dialog.tsx'
import { StrandedDialog } from './stranded-dialog.tsx'
import { type ConfigurationForm, useConfigurationForm } from './use-configuration-form.ts'

interface ConfigurationPageProps {
  /** The name of the page's draft. */
  name: string
  /** The settings it has. */
  settings: readonly (keyof Draft)[]
  children: (form: ConfigurationForm) => ReactNode
}

/** A page of booking settings, saved together, and the change log below. */
export function ConfigurationPage({ name, settings, children }: ConfigurationPageProps) {
  const config = useQuery(adminConfigQuery)
  // Without a network, the save that failed says so.
  const isOffline = config.error instanceof ApiError && config.error.status === 0
  return (
    <div className="max-w-[72rem]">
      <Loaded query={config} height="h-60" className="mb-4" isQuiet={isOffline}>
        {(config) => (
          <SettingsForm name={name} config={config}>
            {children}
          </SettingsForm>
        )}
      </Loaded>
      {/* Wait for the settings, which would push this down. Later reload errors don't hide it. */}
      {(!config.isPending || config.isFetched) && <SettingsHistory names={settings} />}
    </div>
  )
}

function SettingsForm({
  name,
  config,
  children,
}: Omit<ConfigurationPageProps, 'settings'> & { config: BookingConfig }) {
  const form = useConfigurationForm(name, config)
  const { changedCount } = form
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (form.canSave) form.submit()
      }}
    >
      {children(form)}
      <LeaveGuard isChanged={changedCount > 0} />
      <SaveBar
        note={changedCount > 0 && `${changedCount} ${changedCount === 1 ? 'change' : 'changes'} not saved`}
        onUndo={form.undo}
        isRefused={!form.canSave}
        busy={form.isSaving}
      >
        {form.errors.length > 0 && (
          <Banner className="w-full" onDismiss={form.dismissErrors}>
            {form.errors.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </Banner>
        )}
        <OthersChange of={form.meanwhile} />
      </SaveBar>
      {form.leaps && <PriceLeapDialog leaps={form.leaps} onConfirm={form.confirmLeaps} onClose={form.goBack} />}
      {form.stranded && (
        <StrandedDialog days={form.stranded} busy={form.isSaving} onConfirm={form.confirm} onClose={form.goBack} />
      )}
    </form>
  )
}
