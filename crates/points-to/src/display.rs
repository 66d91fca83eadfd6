//! Names for people: of methods, sites and fields.

use deadheat_program::FieldId;
use deadheat_program::ir::InstId;

use crate::ids::{MethodIx, SiteId};
use crate::world::{Origin, SiteKind, World};

impl World<'_> {
    /// A method's name for people.
    pub(crate) fn display(&self, method: MethodIx) -> String {
        match self.data(method).origin {
            Origin::Method(id) | Origin::Contract(id, _) => self.program.display_method(id),
            Origin::Lambda(site) => format!("lambda at {}", self.display_site(site)),
            Origin::Plugin => "made by a plugin".to_owned(),
        }
    }

    /// A site's name for people.
    pub(crate) fn display_site(&self, site: SiteId) -> String {
        let symbols = self.program.symbols();
        match self.site(site).kind {
            SiteKind::Alloc(method, inst, _) | SiteKind::Call(method, inst, _) => {
                let line = self.line(method, inst).map_or(String::new(), |line| format!(":{line}"));
                format!("{}{line}", self.display(method))
            }
            SiteKind::Text(text) => format!("{:?}", symbols.text(text)),
            SiteKind::Merged(ty) => format!("any {}", self.types.display(ty)),
            SiteKind::ClassObject(ty) => format!("{}.class", ty.display(symbols)),
            SiteKind::MethodObject(method, _) => format!("reflected {}", self.program.display_method(method)),
            SiteKind::FieldObject(field, _) => format!("reflected {}", self.display_field_id(field)),
            SiteKind::ElementsObject(_) => "handle of array elements".to_owned(),
            SiteKind::Jvm(ty, _) => format!("{} of the JVM", self.types.display(ty)),
            SiteKind::Caller(ty) => format!("{} of a caller", self.types.display(ty)),
            SiteKind::Framework(ty, ..) => format!("{} of a framework", self.types.display(ty)),
            SiteKind::Entered(method) => format!("call of {}", self.display(method)),
            SiteKind::Native(method, _) => format!("result of {}", self.display(method)),
        }
    }

    /// `Class.field`.
    pub(crate) fn display_field_id(&self, field: FieldId) -> String {
        let symbols = self.program.symbols();
        let class = symbols.text(self.program.class_name(field.class)).replace('/', ".");
        let name = self.program.field(field).map_or("?".into(), |field| symbols.text(field.name));
        format!("{class}.{name}")
    }

    /// The source line of an instruction, when the class tells. Lowers the method again: for display only.
    pub(crate) fn line(&self, method: MethodIx, inst: InstId) -> Option<u16> {
        let body = self.program.lower(self.method_id(method)?).ok()??;
        (inst.index() < body.inst_count()).then(|| body.line(inst))?
    }
}
