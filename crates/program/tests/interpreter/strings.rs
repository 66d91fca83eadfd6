//! `java.lang.String` objects, made and read: the JDK's own, with compact strings.

use deadheat_program::{Name, mutf8};

use super::heap::{Elements, Reference, Slot};
use super::{Machine, Run, failed};

const LATIN1: i32 = 0;
const UTF16: i32 = 1;

impl Machine<'_> {
    /// A new string.
    pub(super) fn new_string(&mut self, units: &[u16]) -> Run<Reference> {
        let is_latin1 = units.iter().all(|&unit| unit < 256);
        let (bytes, coder) = if is_latin1 {
            (units.iter().map(|&unit| unit as u8 as i8).collect(), LATIN1)
        } else {
            (units.iter().flat_map(|unit| unit.to_le_bytes()).map(|byte| byte as i8).collect(), UTF16)
        };
        let value = self.new_bytes(bytes);
        let class = self.class("java/lang/String")?;
        let string = self.new_object(class)?;
        self.set_field(string, "value", Slot::Ref(value))?;
        self.set_field(string, "coder", Slot::Int(coder))?;
        Ok(string)
    }

    pub(super) fn text(&mut self, text: &str) -> Run<Slot> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(&units).map(Slot::Ref)
    }

    /// A string constant: the same object each time.
    pub(super) fn literal(&mut self, name: Name) -> Run<Reference> {
        if let Some(&known) = self.literals.get(&name) {
            return Ok(known);
        }
        let units = mutf8::to_utf16(self.program.symbols().bytes(name));
        let string = self.intern(units)?;
        self.literals.insert(name, string);
        Ok(string)
    }

    pub(super) fn intern(&mut self, units: Vec<u16>) -> Run<Reference> {
        if let Some(&known) = self.interned.get(&units) {
            return Ok(known);
        }
        let string = self.new_string(&units)?;
        self.interned.insert(units, string);
        Ok(string)
    }

    /// What a string holds.
    pub(super) fn units(&mut self, string: Reference) -> Run<Vec<u16>> {
        let (value, coder) = (self.get_field(string, "value")?, self.get_field(string, "coder")?);
        let Some(value) = value.reference() else { return failed("a string without value") };
        let Elements::Byte(bytes) = self.elements(value)? else { return failed("a string without bytes") };
        Ok(match coder {
            Slot::Int(LATIN1) => bytes.iter().map(|&byte| u16::from(byte as u8)).collect(),
            _ => bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0] as u8, pair[1] as u8])).collect(),
        })
    }

    pub(super) fn rust_text(&mut self, string: Slot) -> Run<String> {
        let string = self.operand(string)?;
        Ok(String::from_utf16_lossy(&self.units(string)?))
    }

    /// `String.valueOf(Object)`, but "null" for an object whose `toString` gives null.
    pub(super) fn object_units(&mut self, object: Slot) -> Run<Vec<u16>> {
        let descriptor = "(Ljava/lang/Object;)Ljava/lang/String;";
        match self.call_static("java/lang/String", "valueOf", descriptor, &[object])?.reference() {
            Some(string) => self.units(string),
            None => Ok("null".encode_utf16().collect()),
        }
    }
}
