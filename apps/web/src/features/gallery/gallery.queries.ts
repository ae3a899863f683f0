import { listGallery } from '@arcadia/contract/admin/gallery'
import { queryOf } from '../../api/query-of.ts'

export const galleryQuery = queryOf(listGallery, {})
