//! The paths that a source file is written with.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Ident, ImplItemFn, Item, ItemMod, ItemUse, Macro, MetaList, UseTree, Visibility};

use crate::names::Names;

/// An import, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Import {
    /// The names of modules around it, inside the file.
    pub(crate) within: Names,
    /// The path; it ends with `*` if it takes in everything.
    pub(crate) path: Names,
    /// The name that it has from then on.
    pub(crate) name: String,
    /// Whether others may import it from here.
    pub(crate) is_passed_on: bool,
}

/// The imports of a file, and the other paths in it. Those of its tests are left out.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    pub(crate) imports: Vec<Import>,
    /// Each with the names of modules around it.
    pub(crate) others: Vec<(Names, Names)>,
    /// The names of the things that are written in it.
    pub(crate) items: Vec<String>,
    within: Names,
}

impl Paths {
    pub(crate) fn of(source: &str) -> Result<Self, syn::Error> {
        let file: File = syn::parse_str(source)?;
        let mut paths = Self::default();
        paths.visit_file(&file);
        Ok(paths)
    }

    fn note_use(&mut self, tree: &UseTree, before: &Names, is_passed_on: bool) {
        let mut path = before.clone();
        let name = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.note_use(&part.tree, &path, is_passed_on);
            }
            UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.note_use(tree, &path, is_passed_on));
            }
            UseTree::Name(name) if name.ident == "self" => before.last().cloned().unwrap_or_default(),
            UseTree::Name(name) => {
                path.push(name.ident.to_string());
                name.ident.to_string()
            }
            UseTree::Rename(renamed) => {
                if renamed.ident != "self" {
                    path.push(renamed.ident.to_string());
                }
                renamed.rename.to_string()
            }
            UseTree::Glob(_) => {
                path.push("*".to_owned());
                "*".to_owned()
            }
        };
        self.imports.push(Import { within: self.within.clone(), path, name, is_passed_on });
    }

    fn note_path(&mut self, path: Names) {
        if path.len() > 1 {
            self.others.push((self.within.clone(), path));
        }
    }

    /// The paths among the words of a macro, which may be anything else as well.
    fn note_words(&mut self, words: TokenStream) {
        let (mut path, mut colons) = (Names::new(), 0);
        for word in words {
            match word {
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.note_path(std::mem::take(&mut path));
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                other => {
                    self.note_path(std::mem::take(&mut path));
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.note_words(group.stream());
                    }
                }
            }
        }
        self.note_path(path);
    }
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = match item {
            Item::Const(item) => (&item.attrs, Some(&item.ident)),
            Item::Enum(item) => (&item.attrs, Some(&item.ident)),
            Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
            Item::Impl(item) => (&item.attrs, None),
            Item::Macro(item) => (&item.attrs, None),
            Item::Mod(item) => (&item.attrs, None),
            Item::Static(item) => (&item.attrs, Some(&item.ident)),
            Item::Struct(item) => (&item.attrs, Some(&item.ident)),
            Item::Trait(item) => (&item.attrs, Some(&item.ident)),
            Item::Type(item) => (&item.attrs, Some(&item.ident)),
            Item::Use(item) => (&item.attrs, None),
            _ => return visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            self.items.extend(name.filter(|_| self.within.is_empty()).map(Ident::to_string));
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        if !function.attrs.iter().any(is_for_tests) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        self.within.push(module.ident.to_string());
        visit::visit_item_mod(self, module);
        self.within.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.note_use(&item.tree, &Names::new(), !matches!(item.vis, Visibility::Inherited));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.note_path(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// Who may see a thing is no import.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    /// What an attribute derives is among its words.
    fn visit_meta_list(&mut self, list: &'ast MetaList) {
        self.note_words(list.tokens.clone());
        visit::visit_meta_list(self, list);
    }

    fn visit_macro(&mut self, called: &'ast Macro) {
        self.note_words(called.tokens.clone());
        visit::visit_macro(self, called);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && attribute.parse_args::<Ident>().is_ok_and(|word| word == "test")
}
