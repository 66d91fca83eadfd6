//! Tells of the checks that are made, for who holds them against the accesses.

use deadheat_program::classfile::opcodes::ILOAD;

use super::Writer;
use crate::accesses::static_number;
use crate::error::Result;
use crate::logged::{CHECK, WRITE, name_number};
use crate::method::Body;
use crate::placement::{Check, Part, Point};
use crate::tables::unsupported;

impl Writer<'_> {
    /// Code that tells of a check which stands at a point.
    pub(super) fn log(&self, body: &mut Body<'_, '_>, point: Point, check: &Check) -> Result<Vec<u8>> {
        if !body.facts.settings.is_logged {
            return Ok(Vec::new());
        }
        let how = CHECK | if check.is_write { WRITE } else { 0 };
        match &check.part {
            Part::Fields(fields) => {
                let mut bytes = Vec::new();
                for &(field, _) in fields {
                    let name = self.symbols.field_data(field).name;
                    let number = name_number(self.symbols.bytes(name));
                    bytes.extend(body.assemble(|code| {
                        self.load_target(code, check)?;
                        code.push(number)?;
                        code.push(how)?;
                        code.call_placed("sawField", "(Ljava/lang/Object;II)V")
                    })?);
                }
                Ok(bytes)
            }
            Part::Static(_) => {
                let at = self.site(body, point, check.path, check.is_write);
                let member = body.member(at.ok_or_else(|| unsupported("a check of nothing"))?)?;
                let number = static_number(body, &member);
                let flag = check.target.and_then(|target| self.objects.get(&target));
                body.assemble(|code| {
                    code.push(number)?;
                    code.push(how)?;
                    match flag {
                        Some(flag) => code.local(ILOAD, flag.local()),
                        None => code.push(1)?,
                    }
                    code.call_placed("sawStatic", "(III)V")
                })
            }
            Part::Element(id) => body.assemble(|code| {
                self.load_target(code, check)?;
                self.push_index(code, *id, 0)?;
                code.push(how)?;
                code.call_placed("sawElement", "(Ljava/lang/Object;II)V")
            }),
            Part::Row(..) | Part::Range(..) => body.assemble(|code| {
                self.load_target(code, check)?;
                self.push_range(code, &check.part)?;
                code.push(how)?;
                code.call_placed("sawRange", "(Ljava/lang/Object;IIII)V")
            }),
        }
    }
}
