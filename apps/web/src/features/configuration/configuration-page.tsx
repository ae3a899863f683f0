import type { BookingConfig } from '@arcadia/contract/configuration'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../api/call.ts'
import { LeaveGuard } from '../../forms/leave-guard.tsx'
import { OthersChange } from '../../forms/others-change.tsx'
import { SaveBar } from '../../forms/save-bar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ChangeHistory } from '../audit-log/change-history.tsx'
import { adminConfigQuery } from './admin-configuration.queries.ts'
import { PriceLeapDialog } from './price-leap-dialog.tsx'
import { StrandedDialog } from './stranded-dialog.tsx'
import { type ConfigurationForm, useConfigurationForm } from './use-configuration-form.ts'

interface ConfigurationPageProps {
  /** The name of the page's draft. */
  name: string
  children: (form: ConfigurationForm) => ReactNode
}

/** A page of booking settings, saved together, and the change log below. */
export function ConfigurationPage({ name, children }: ConfigurationPageProps) {
  const config = useQuery(adminConfigQuery)
  // Without a network, the save that failed says so.
  const isOffline = config.error instanceof ApiError && config.error.status === 0
  return (
    <>
      <Loaded query={config} height="h-60" className="mb-4" isQuiet={isOffline}>
        {(config) => (
          <SettingsForm name={name} config={config}>
            {children}
          </SettingsForm>
        )}
      </Loaded>
      {/* Wait for the settings, which would push this down. Later reload errors don't hide it. */}
      {(!config.isPending || config.isFetched) && (
        <div className="box mt-4 max-w-[72rem]">
          <ChangeHistory kind="configuration" />
        </div>
      )}
    </>
  )
}

function SettingsForm({ name, config, children }: ConfigurationPageProps & { config: BookingConfig }) {
  const form = useConfigurationForm(name, config)
  const { changedCount } = form
  return (
    <form
      className="grid max-w-[72rem] gap-4"
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
        disabled={!form.canSave}
        busy={form.isSaving}
        label="Update Configuration"
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
