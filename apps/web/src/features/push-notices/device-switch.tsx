import { useMutation, useQuery } from '@tanstack/react-query'
import { FormError } from '../../forms/form-error.tsx'
import { Box } from '../../ui/box.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type DeviceState, deviceState, turnOff, turnOn } from './this-device.ts'

const WHY: Partial<Record<DeviceState, string>> = {
  blocked: "Notifications from this site are blocked. Allow them in your browser's settings.",
  'home-screen': 'On an iPhone, first add the portal to your home screen: tap Share, then Add to Home Screen.',
  never: "This browser can't show notifications.",
}

/** Turns notices on for this phone or computer, if the browser allows it. */
export function DeviceSwitch() {
  const { data: state, error } = useQuery({ queryKey: ['admin', 'this device'], queryFn: deviceState })
  const change = useMutation({ mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()) })
  return (
    <Box
      title="Notifications on this device"
      aside={
        <Switch
          label="Notifications on this device"
          isOn={state === 'on'}
          words={{ on: 'On', off: 'Off' }}
          disabled={(state !== 'on' && state !== 'off') || change.isPending}
          onChange={change.mutate}
        />
      }
    >
      <p className="muted small">
        {(state && WHY[state]) ?? 'The same notices as the emails below, at the same hours.'}
      </p>
      <FormError>{(change.error ?? (state ? null : error))?.message}</FormError>
    </Box>
  )
}
