import { type Device, endDevice, endOtherDevices, listDevices } from '@arcadia/contract/admin/devices'
import { formatShortDate, venueDate } from '@arcadia/contract/trip-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { FormError } from '../../forms/form-error.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { formatPortalMoment } from '../../ui/moment.ts'

/** Where the admin is signed in; each device can be signed out, and all others at once. */
export function DevicesView({ onBack }: { onBack: () => void }) {
  // Refetch each time it opens: another device may just have signed in.
  const devices = useQuery({ ...queryOf(listDevices, {}), staleTime: 0, gcTime: 0 })
  const end = useMutation({
    mutationFn: (id?: number) => (id === undefined ? call(endOtherDevices, {}) : call(endDevice, { params: { id } })),
    onSettled: () => devices.refetch(),
  })
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <Loaded query={devices} height="h-40" isQuiet>
          {(list) => (
            <ul className="border-line border-t">
              {list.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  isBusy={end.isPending && end.variables === device.id}
                  onEnd={() => end.mutate(device.id)}
                />
              ))}
            </ul>
          )}
        </Loaded>
        <FormError>{end.error}</FormError>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onBack}>Back</Button>
        {devices.data && devices.data.length > 1 && (
          <Button
            busy={end.isPending && end.variables === undefined}
            busyLabel="Signing out..."
            onClick={() => end.mutate(undefined)}
          >
            Sign out all others
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

function DeviceRow({ device, isBusy, onEnd }: { device: Device; isBusy: boolean; onEnd: () => void }) {
  const name = device.name ?? 'Signed in for 12 hours'
  const [from, until] = [device.signedInAt, device.endsAt].map((moment) => formatShortDate(venueDate(moment)))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-0 flex-[1_1_14rem]">
        <p className="font-[640] wrap-anywhere">
          {name}
          {device.isThisOne && ' (this device)'}
        </p>
        <p className="small muted">
          {device.isThisOne ? 'In use now' : `Last used ${formatPortalMoment(device.lastUsedAt)}`}
        </p>
        <p className="small muted">
          Signed in since {device.name === null ? formatPortalMoment(device.signedInAt) : `${from}, until ${until}`}
        </p>
      </div>
      {!device.isThisOne && (
        <Button size="sm" aria-label={`Sign out ${name}`} busy={isBusy} busyLabel="Signing out..." onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
