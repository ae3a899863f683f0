import { meetingMap } from '@arcadia/contract/site/business-words'
import { pinText, readMapPin } from '@arcadia/contract/site/map-pin'
import { useMutation } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

/** The meeting place's pin: where the owner stands, or what a map app copies. */
export function PinField({ form }: { form: Pick<ContractForm<'meetingPin'>, 'field' | 'watch' | 'set'> }) {
  const place = readMapPin(form.watch('meetingPin'))
  const locate = useMutation({
    mutationFn: whereIStand,
    onSuccess: ({ coords }) => form.set('meetingPin', pinText(coords)),
  })
  const { accuracy = 0 } = locate.data?.coords ?? {}
  return (
    <div className="grid content-start justify-items-start gap-2">
      <TextField
        {...form.field('meetingPin')}
        className="w-full"
        label="Pin"
        autoComplete="off"
        help={
          place ? (
            <a className="link" href={meetingMap({ meetingPin: pinText(place) })} target="_blank" rel="noreferrer">
              Check it on the map
            </a>
          ) : (
            'Paste a Google or Apple Maps link, or the numbers'
          )
        }
      />
      <Button size="sm" icon={<LocateFixed aria-hidden />} busy={locate.isPending} onClick={() => locate.mutate()}>
        Use where I'm standing
      </Button>
      <p className="small text-ink-2" role="status">
        {locate.error?.message}
        {place && !isInFlorida(place) && "That isn't in Florida. Latitude comes first, as in 27.2158, -81.8584. "}
        {accuracy > ROUGH_METERS &&
          `This device knows it only to within ${Math.round(accuracy * FEET).toLocaleString('en-US')} feet. Check it on the map.`}
      </p>
    </div>
  )
}

/** Roughly, to notice what was swapped or left at zero. */
const isInFlorida = ({ latitude, longitude }: NonNullable<ReturnType<typeof readMapPin>>) =>
  latitude > 24 && latitude < 31.1 && longitude > -87.7 && longitude < -79.9

const FEET = 3.28084
const ROUGH_METERS = 50

/** @throws Error that says why not, and what to do instead */
function whereIStand(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      resolve,
      ({ code, PERMISSION_DENIED }) =>
        reject(
          new Error(
            code === PERMISSION_DENIED
              ? "This browser doesn't tell us where you are. Allow location for this site in its settings, or paste a map link."
              : "We can't tell where you are right now. Try again outside, or paste a map link.",
          ),
        ),
      { enableHighAccuracy: true, timeout: 15_000 },
    ),
  )
}
