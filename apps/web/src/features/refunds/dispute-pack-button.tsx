import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '../../api/download.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button, type ButtonLook } from '../../ui/button.tsx'

interface DisputePackButtonProps extends ButtonLook {
  /** Of the file. */
  name: string
  make: () => Promise<string>
  icon?: ReactNode
  className?: string
}

/** All evidence as one file, for the cardholder's bank in a dispute. */
export function DisputePackButton({ name, make, ...look }: DisputePackButtonProps) {
  const pack = useMutation({
    mutationFn: make,
    onSuccess: (page) => download(page, { name: `dispute-pack-${name}.html`, type: 'text/html' }),
  })
  return (
    <>
      <FailedBanner of={pack} className="mb-3" />
      <Button {...look} busy={pack.isPending} busyLabel="Collecting..." onClick={() => pack.mutate()}>
        Download dispute pack
      </Button>
    </>
  )
}
