import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useSiteData } from '../prerender/site-data.ts'
import { classNames } from './class-names.ts'
import './paper.css'

/** Shown only in print, where it replaces the whole page. */
export const PrintedPage = ({ className, children }: { className?: string; children: ReactNode }) =>
  createPortal(<article className={classNames('paper', className)}>{children}</article>, document.body)

/** A printed page with the letterhead of the business. */
export function Paper({ title, children }: { title: string; children: ReactNode }) {
  const { business, testMode } = useSiteData()
  return (
    <PrintedPage>
      <header>
        <p className="font-strong">{business.name}</p>
        <p>Arcadia, Florida</p>
        <p>{[business.email, business.phone].filter(Boolean).join(' · ')}</p>
      </header>
      <h2>{title}</h2>
      {testMode && <p>Test mode: no money was taken.</p>}
      {children}
    </PrintedPage>
  )
}
