//! Document to bytes, in the order of `parse`.

use crate::ID;
use crate::document::{Content, Document, Token};
use crate::mszip;
use retromesh_core::{Error, ErrorKind, Limits, Result};
use retromesh_wire::Put;

impl Document<'_> {
    pub(crate) fn write(&self) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        out.put_text(b"xof ");
        out.put_text(&self.version);
        out.put_text(self.storage());
        out.put_text(&self.float_size);
        let Some(packed) = &self.packed else {
            self.put(&mut out)?;
            return Ok(out);
        };
        let mut content = Vec::new();
        self.put(&mut content)?;
        let is_same = mszip::unpack(&packed.bytes, &Limits::none()).is_ok_and(|unpacked| unpacked == content);
        let fresh = if is_same { None } else { Some(mszip::pack(&content)?) };
        out.put_bytes(fresh.as_deref().unwrap_or(&packed.bytes));
        Ok(out)
    }

    /// Writes the objects.
    fn put(&self, out: &mut Vec<u8>) -> Result<()> {
        match &self.content {
            Content::Text(pieces) => pieces.iter().for_each(|piece| out.put_text(piece.text())),
            Content::Binary(tokens) => tokens.iter().try_for_each(|token| put_token(out, token))?,
        }
        out.put_bytes(&self.trailing);
        Ok(())
    }
}

fn put_token(out: &mut Vec<u8>, token: &Token<'_>) -> Result<()> {
    match token {
        Token::Name(text) => put_list(out, 1, text.len(), text.bytes()),
        Token::Text(text) => put_list(out, 2, text.len(), text.bytes()),
        Token::Integer(value) => {
            out.put_u16(3);
            out.put_u32(*value);
            Ok(())
        }
        Token::Guid(bytes) => {
            out.put_u16(5);
            out.put_bytes(bytes);
            Ok(())
        }
        Token::Integers(rows) => put_list(out, 6, rows.len(), rows.bytes()),
        Token::Floats(rows) => put_list(out, 7, rows.len(), rows.bytes()),
        Token::Doubles(rows) => put_list(out, 7, rows.len(), rows.bytes()),
        Token::Mark(mark) => {
            out.put_u16(*mark);
            Ok(())
        }
    }
}

fn put_list(out: &mut Vec<u8>, number: u16, count: usize, bytes: &[u8]) -> Result<()> {
    let count = u32::try_from(count)
        .map_err(|_| Error::new(ID, ErrorKind::unrepresentable("a list of more than 4,294,967,295 values")))?;
    out.put_u16(number);
    out.put_u32(count);
    out.put_bytes(bytes);
    Ok(())
}
