use deadheat_program::*;
use deadheat_program::classfile::Class;
use deadheat_program::program::*;
fn walk(d:&std::path::Path,v:&mut Vec<std::path::PathBuf>){for e in std::fs::read_dir(d).unwrap(){let e=e.unwrap().path(); if e.is_dir(){walk(&e,v)}else if e.extension().is_some_and(|x|x=="class"){v.push(e)}}}
fn main(){
 let mut v=vec![];for a in std::env::args().skip(1){walk(std::path::Path::new(&a),&mut v);} v.sort();
 let data:Vec<_>=v.iter().map(|p|std::fs::read(p).unwrap().into_boxed_slice()).collect();
 for _round in 0..3 {
 let t=std::time::Instant::now();
 let s=Symbols::default();let mut n=0;let mut bad=0;let mut insts=0; let mut parse=std::time::Duration::ZERO; let mut phis=0; let mut blocks=0;
 for (p,d) in v.iter().zip(data.iter().cloned()){
  let t0=std::time::Instant::now();
  let c=match Class::parse(&s,d){Ok(c)=>c,Err(e)=>{println!("{} {e}",p.display());bad+=1;continue}};
  parse+=t0.elapsed();
  for (i,m) in c.methods.iter().enumerate(){ if !m.has_code(){continue}
   match lower::lower_for_test(&s,&c,m,MethodId{class:ClassId(0),index:i as u16}){Ok(Some(b))=>{n+=1;insts+=b.inst_count();blocks+=b.block_count();phis+=b.insts().filter(|i|matches!(b.inst(*i),ir::Inst::Phi(_))).count();},Ok(None)=>{},Err(e)=>{bad+=1; if bad<20 {println!("{e}")}}}
  }
 }
 println!("{} classes {n} methods {insts} insts {blocks} blocks {phis} phis {bad} bad {:?} parse {:?}",v.len(),t.elapsed(),parse);
 }
 println!("sizeof inst {}",std::mem::size_of::<ir::Inst>());
}
