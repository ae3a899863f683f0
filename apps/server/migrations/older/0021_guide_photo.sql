-- The photo of the guide (docs/rules.md §14.1), small enough to be sent as it is.
create table guide_photo (
  only_row boolean primary key default true check (only_row),
  version text not null,
  jpeg bytea not null check (length(jpeg) <= 48000)
);
